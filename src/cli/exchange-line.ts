import type { ExchangeEvent } from '../events.ts'

/** An exchange in one line, for `--verbose`. */
export const exchangeLine = ({ check, request, response, failure, milliseconds }: ExchangeEvent): string =>
  [
    check,
    request.method,
    request.url,
    response?.status ?? failure?.code,
    `${Math.round(milliseconds)} ms`,
  ].join(' ')
