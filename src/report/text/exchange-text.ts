import type { ExchangeEvent, RecordedRequest } from '../../core/events.ts'
import { durationInWords } from '../durations.ts'
import { escapeControl, escapeLines, shown } from './printable.ts'

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
  body.length <= most
    ? escapeLines(body)
    : `${escapeLines(body.slice(0, most))}\n${shortenedInWords(body.length)}`

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

/**
 * Formats a recorded request as a curl command for bash or zsh. Its token and its signature appear as in the record: as
 * digests.
 */
export function curlOf({ method, url, headers, body }: RecordedRequest): string {
  const own = Object.entries(headers).filter(([name]) => !setByCurl.includes(name.toLowerCase()))
  // curl would add a content type to a request with a body.
  const unset = body === undefined || 'content-type' in headers ? [] : [['content-type', undefined] as const]
  return [
    'curl',
    ...(method === 'HEAD' ? ['-I'] : ['-X', quoted(method)]),
    // An id from a server may contain characters that curl would expand as a range, or dot segments that it would
    // resolve.
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.{1,2}(?:[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
    quoted(url),
    ...[...own, ...unset].flatMap(([name, value]) => ['-H', quoted(field(name, value))]),
    ...(body === undefined ? [] : ['--data-raw', quoted(body)]),
  ].join(' ')
}

const setByCurl = ['host', 'connection', 'content-length', 'transfer-encoding']

const field = (name: string, value: string | undefined): string => {
  if (value === undefined) return `${name}:`
  return value === '' ? `${name};` : `${name}: ${value}`
}

/**
 * Quotes one word of a command, so that neither the shell nor the terminal into which it is pasted interprets any part
 * of it.
 */
const quoted = (text: string): string => {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text
  if (!obeyed.test(text)) return `'${text.replaceAll("'", "'\\''")}'`
  return `$'${text.replace(/['\\]/g, '\\$&').replace(new RegExp(obeyed, 'gu'), bytesOf)}'`
}

const obeyed = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

const bytesOf = (character: string): string => {
  if (character === '\n') return '\\n'
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
