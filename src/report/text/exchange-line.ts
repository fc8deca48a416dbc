import type { ExchangeEvent } from '../../core/events.ts'
import { escapeControl } from './escape-control.ts'

/** An exchange in one line, for `--verbose`. The path may hold what a server called an id. */
export function exchangeLine({ check, request, response, failure, milliseconds }: ExchangeEvent): string {
  return [
    check,
    request.method,
    escapeControl(request.url),
    response?.status ?? failure?.code,
    `${Math.round(milliseconds)} ms`,
  ].join(' ')
}
