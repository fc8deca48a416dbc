import type { HttpRequest } from '../../core/http-request.ts'
import { tokenIn as tokenOf } from '../../diagnose/client/exchange.ts'
import { escapeControl } from '../../report/text/printable.ts'
import type { Secret } from '../../target-file/target.ts'

/**
 * Formats a section of the output of `sign` and `verify`: a title, and below it text that can be compared line by line.
 */
export function section(title: string, text: string): string {
  return `${title}\n\n${indented(text)}\n`
}

/** Indents each line, and escapes characters that control a terminal. */
const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${escapeControl(line)}`))
    .join('\n')

export function headerLines(headers: Record<string, string>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

export function requestText({ method, url, headers, body }: HttpRequest): string {
  return [
    `${method} ${url}`,
    ...headerLines(headers),
    ...(body ? ['', Buffer.from(body).toString()] : []),
  ].join('\n')
}

/**
 * Returns the token of a request as a secret. It is not shown even to the user who gave it, because output ends up in
 * logs and issues.
 */
export function tokenIn(message: HttpRequest): Secret[] {
  const value = tokenOf(message)
  return value === '' ? [] : [{ name: 'token', value }]
}
