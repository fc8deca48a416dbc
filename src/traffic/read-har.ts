import type { Content, Entry } from 'har-format'
import { ConfigurationError } from '../core/errors.ts'
import { joinedFields } from '../core/http-request.ts'
import { isObject } from '../core/json.ts'
import type { Captured, CapturedResponse } from './captured.ts'

/**
 * The exchanges of an HTTP Archive 1.2, as browsers and proxies write it. Throws a ConfigurationError that names the
 * entry where one cannot be read.
 */
export function readHar(text: string, path: string): Captured[] {
  const entries = entriesIn(text)
  if (!entries)
    throw new ConfigurationError(
      'ERR_HAR_UNREADABLE',
      `${path}: the file is not an HTTP Archive: it has no log.entries; save the traffic as HAR, or give the events.ndjson of a run`,
    )
  return entries.map((entry, index) => capturedIn(entry, `${path}: log.entries[${index}]`))
}

const entriesIn = (text: string): unknown[] | undefined => {
  try {
    const { log } = Object(JSON.parse(text)) as { log?: unknown }
    const { entries } = Object(log) as { entries?: unknown }
    return Array.isArray(entries) ? entries : undefined
  } catch {
    return undefined
  }
}

const capturedIn = (entry: unknown, place: string): Captured => {
  if (!isEntry(entry))
    throw new ConfigurationError(
      'ERR_HAR_UNREADABLE',
      `${place} has no request with a method and a URL, or no startedDateTime; save the traffic again`,
    )
  const { request, response, startedDateTime, time } = entry
  const { method, url, headers, postData } = request
  const answered = response && responseIn(response)
  return {
    request: {
      method,
      url,
      headers: fieldsIn(headers),
      ...(postData?.text ? { body: Buffer.from(postData.text) } : {}),
    },
    ...(answered && { response: answered }),
    at: Date.parse(startedDateTime),
    milliseconds: Math.max(0, time ?? 0),
  }
}

const isEntry = (entry: unknown): entry is Entry => {
  const { request, startedDateTime } = Object(entry) as { request?: unknown; startedDateTime?: unknown }
  return (
    isObject(request) &&
    typeof request['method'] === 'string' &&
    typeof request['url'] === 'string' &&
    !Number.isNaN(Date.parse(String(startedDateTime)))
  )
}

/** Status 0 says that no answer came. A body that the archive leaves out is not known to be empty. */
const responseIn = ({ status, headers, content }: Entry['response']): CapturedResponse | undefined => {
  const isLeftOut = content?.text === undefined && (content?.size ?? 0) > 0
  if (!(status > 0) || isLeftOut) return undefined
  return { status, headers: fieldsIn(headers), text: textIn(content) }
}

const textIn = ({ text = '', encoding }: Partial<Content> = {}): string =>
  encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text

/** Names that begin with a colon are of HTTP/2 and no fields of the request. */
const fieldsIn = (headers: Entry['request']['headers'] = []): Record<string, string> =>
  joinedFields(headers.filter(({ name }) => !name.startsWith(':')).map(({ name, value }) => [name, value]))
