import type { RecordedRequest } from '../core/events.ts'

/**
 * Formats a recorded request as a curl command for bash or zsh. Its token and its signature appear as in the record: as
 * digests.
 */
export function curlOf({ method, url, headers, body }: RecordedRequest): string {
  const own = Object.entries(headers).filter(([name]) => !setByCurl.includes(name.toLowerCase()))
  return [
    'curl',
    ...(method === 'HEAD' ? ['-I'] : ['-X', quoted(method)]),
    // An id from a server may contain characters that curl would expand as a range, or dot segments that it would
    // resolve.
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.{1,2}(?:[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
    quoted(url),
    ...[...own, ...unset(headers, body)].flatMap(([name, value]) => ['-H', quoted(field(name, value))]),
    ...(body === undefined ? [] : ['--data-raw', quoted(body)]),
  ].join(' ')
}

const setByCurl = ['host', 'connection', 'content-length', 'transfer-encoding']

/** Headers that curl would add to a request with a body, and that the command has to suppress. */
const unset = (
  headers: RecordedRequest['headers'],
  body: string | undefined,
): Array<[string, string | undefined]> =>
  body === undefined || 'content-type' in headers ? [] : [['content-type', undefined]]

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
