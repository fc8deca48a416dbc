import type { ExchangeEvent, RecordedRequest } from '../../core/events.ts'
import { durationInWords } from '../durations.ts'
import { escapeControl, shown } from './escape-control.ts'

/** The exchange that a piece of evidence points to, as lines to read: the request and the response. */
export interface ExchangeText {
  request: string
  answer: string
}

/**
 * Formats an exchange as recorded, with secrets replaced. Characters that a screen obeys are shown by their number.
 * `most` limits the length of each line and of a body.
 */
export function exchangeText(exchange: ExchangeEvent, most: number): ExchangeText {
  const { request, response } = exchange
  return {
    request: whole(requestHead(request, most), request.body, undefined, most),
    answer: whole(answerHead(exchange, most), response?.body, response?.cut, most),
  }
}

/** Formats the first line of a request, and its headers. */
export function requestHead({ method, url, headers }: RecordedRequest, most: number): string {
  return head(`${method} ${url}`, headers, most)
}

/** Formats the status of a response and its headers, or the reason why there is none. */
export function answerHead(
  { response, failure, milliseconds }: Pick<ExchangeEvent, 'response' | 'failure' | 'milliseconds'>,
  most: number,
): string {
  if (!response) return shown(failure ? `no answer: ${failure.message} (${failure.code})` : 'no answer', most)
  return head(`status ${response.status}, after ${durationInWords(milliseconds)}`, response.headers, most)
}

/** The note below a body of which the run recorded only the beginning. */
export function cutInWords(cut: number): string {
  return `… (${cut} characters in all; the run recorded only these)`
}

/** The note below a body that is shown only in part. */
export function shortenedInWords(length: number): string {
  return `… (${length} characters in all; see report.json)`
}

const head = (start: string, headers: Record<string, string>, most: number): string =>
  [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
    .map((line) => shown(line, most))
    .join('\n')

const whole = (start: string, body = '', cut: number | undefined, most: number): string =>
  [
    start,
    ...(body === '' ? [] : ['', shortened(body, most)]),
    ...(cut === undefined ? [] : [cutInWords(cut)]),
  ].join('\n')

const shortened = (body: string, most: number): string =>
  body.length <= most ? lines(body) : `${lines(body.slice(0, most))}\n${shortenedInWords(body.length)}`

/** Escapes a text except line ends and tabs, which are harmless. */
const lines = (text: string): string => text.replace(/[^\n\t]+/g, escapeControl)
