import type { ExchangeEvent } from '../../core/events.ts'
import { escapeControl } from './escape-control.ts'

/**
 * Formats an exchange in one line, for `--verbose`. The path is escaped, because it may contain an id from the server.
 */
export function exchangeLine({ check, request, response, failure, milliseconds }: ExchangeEvent): string {
  return [
    check,
    request.method,
    escapeControl(request.url),
    response?.status ?? failure?.code,
    `${Math.round(milliseconds)} ms`,
  ].join(' ')
}
