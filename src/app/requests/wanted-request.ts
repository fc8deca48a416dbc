import { resolve } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import { type HttpRequest, joinedFields } from '../../core/http-request.ts'
import { readBytes } from '../../core/text-file.ts'
import { whyUnreadable } from '../../target-file/reading/fill-in.ts'
import type { Io } from '../environment.ts'

/** A request that the command line names: one of a run's report, or one that is given in full. */
export type WantedRequest = { report: string; check: string } | { message: HttpRequest }

/** Reads the request that `words` name: FILE, or REPORT CHECK. */
export async function wantedRequest(
  words: readonly string[],
  { baseUrl }: { baseUrl?: string },
  { cwd }: Io,
): Promise<WantedRequest> {
  const [first = '', second, ...others] = words
  if (second === undefined) return { message: readHttpText(await bytesOf(first, cwd), first, baseUrl) }
  if (others.length === 0) return { report: first, check: second }
  throw new ConfigurationError(
    'ERR_REQUEST_WORDS',
    `"${first}" and ${words.length - 1} more words do not name a request; give a FILE, or a REPORT and a CHECK`,
  )
}

const bytesOf = (path: string, cwd: string): Promise<Buffer> =>
  readBytes(resolve(cwd, path)).catch((error: unknown) => {
    throw new ConfigurationError(
      'ERR_REQUEST_UNREADABLE',
      `${path} ${whyUnreadable(error)}; give the path of a file with the request`,
    )
  })

/**
 * Reads a request from a file with the text of HTTP/1.1: a request line, header lines, an empty line, and the bytes of
 * the body. Lines may end in LF alone. If the request line has no absolute URL, `baseUrl` is put before its path.
 * Without `baseUrl` the Host header is used, with https unless the host is this machine.
 */
export function readHttpText(bytes: Buffer, path: string, baseUrl?: string): HttpRequest {
  const flaw = (fact: string, next: string) =>
    new ConfigurationError('ERR_REQUEST_FILE', `${path}: ${fact}; ${next}`)
  const [head, rest] = split(bytes)
  const text = head.toString()
  if (!Buffer.from(text).equals(head))
    throw flaw('the head of the request is not UTF-8', 'write its headers in ASCII')
  const [first = '', ...lines] = text.split(/\r?\n/)
  const [, method, target] = /^([!#$%&'*+.^_`|~\w-]+) (\S+)(?: HTTP\/1\.[01])?$/.exec(first) ?? []
  if (method === undefined || target === undefined)
    throw flaw('its first line is not a request line', 'write it like POST /quotes HTTP/1.1')

  const headers = headersOf(lines, flaw)
  if ('transfer-encoding' in headers)
    throw flaw('its body is chunked', 'write the plain body, without Transfer-Encoding')
  const body = bodyOf(rest, headers, flaw)
  return { method, url: urlOf(target, headers, baseUrl, flaw), headers, ...(body.length > 0 ? { body } : {}) }
}

type FlawMaker = (fact: string, next: string) => ConfigurationError

const split = (bytes: Buffer): [head: Buffer, rest: Buffer] => {
  const end = /\r?\n\r?\n/.exec(bytes.toString('latin1'))
  if (!end)
    return [Buffer.from(bytes.toString('latin1').replace(/(?:\r?\n)+$/, ''), 'latin1'), Buffer.alloc(0)]
  return [bytes.subarray(0, end.index), bytes.subarray(end.index + end[0].length)]
}

const headersOf = (lines: readonly string[], flaw: FlawMaker): HttpRequest['headers'] => {
  const fields = lines.map((line, at): [name: string, value: string] => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw flaw(`line ${at + 2} is not a header`, 'write NAME: VALUE, and an empty line before the body')
    }
    return [name, value]
  })
  return joinedFields(fields)
}

/** Cuts the body to its Content-Length, because an editor may have added a line break to the file. */
const bodyOf = (rest: Buffer, headers: HttpRequest['headers'], flaw: FlawMaker): Buffer => {
  const length = headers['content-length']
  if (length === undefined) return rest
  if (!/^\d+$/.test(length))
    throw flaw('its Content-Length is not a number', 'remove that header, or correct it')
  if (Number(length) > rest.length) {
    throw flaw(
      `its body has ${rest.length} bytes, but Content-Length says ${length}`,
      'remove that header, or give the complete body',
    )
  }
  return rest.subarray(0, Number(length))
}

const urlOf = (
  target: string,
  headers: HttpRequest['headers'],
  baseUrl: string | undefined,
  flaw: FlawMaker,
): string => {
  if (/^https?:\/\//i.test(target)) return target
  if (!target.startsWith('/'))
    throw flaw(
      'its first line has neither a path nor an http or https URL',
      'write it like POST /quotes HTTP/1.1',
    )
  if (baseUrl !== undefined) return baseUrl.replace(/\/$/, '') + target
  const { host } = headers
  if (host)
    return `${/^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(host) ? 'http' : 'https'}://${host}${target}`
  throw flaw('it has no Host header', 'add a Host header, or give the URL before its path with --base-url')
}
