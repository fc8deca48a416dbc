import type { HttpRequest } from '../../core/http-request.ts'
import { escapeControl } from '../../report/text/escape-control.ts'
import type { Secret } from '../../target-file/target.ts'

/** Part of what `sign` and `verify` print: a title, and below it text that can be compared line by line. */
export function section(title: string, text: string): string {
  return `${title}\n\n${indented(text)}\n`
}

/** Line by line, and none of them does anything to a terminal. */
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

/** The token of a request, which is not shown even to whoever gave it: output ends up in logs and issues. */
export function tokenIn({ headers }: HttpRequest): Secret[] {
  const { authorization = '' } = headers
  const value = authorization.replace(/^\S+ +/, '').trim()
  return value === '' ? [] : [{ name: 'token', value }]
}
