import type { ExchangeEvent } from '../core/events.ts'
import { escapeControl, shown } from './escape-control.ts'

/** The exchange that a piece of evidence points to, as lines to read: what was sent, and what came. */
export interface ExchangeText {
  request: string
  answer: string
  /** Which bytes were signed; absent where none were. */
  base?: string
}

/** As recorded, secrets replaced; characters that a screen obeys are shown by their number. `most`: of a line, and of a body. */
export function exchangeText({ request, response, failure }: ExchangeEvent, most: number): ExchangeText {
  return {
    request: message(`${request.method} ${request.url}`, request, most),
    answer: response
      ? message(`status ${response.status}`, response, most)
      : shown(failure ? `no answer: ${failure.message} (${failure.code})` : 'no answer', most),
    ...(request.signing ? { base: lines(request.signing.base) } : {}),
  }
}

const message = (
  start: string,
  { headers, body = '', cut }: { headers: Record<string, string>; body?: string; cut?: number },
  most: number,
): string =>
  [
    shown(start, most),
    ...Object.entries(headers).map(([name, value]) => shown(`${name}: ${value}`, most)),
    ...(body === '' ? [] : ['', shortened(body, most)]),
    ...(cut === undefined ? [] : [`… (${cut} characters in all; the run recorded only these)`]),
  ].join('\n')

const shortened = (body: string, most: number): string =>
  body.length <= most
    ? lines(body)
    : `${lines(body.slice(0, most))}\n… (${body.length} characters in all; see report.json)`

/** Line ends and tabs do nothing to where they are put. */
const lines = (text: string): string => text.replace(/[^\n\t]+/g, escapeControl)
