import type { Entry, Request } from 'har-format'
import { ConfigurationError } from '../core/errors.ts'
import { joinedFields } from '../core/http-request.ts'
import { isObject } from '../core/json.ts'
import type { Captured, CapturedResponse } from './captured.ts'

/**
 * Reads the exchanges of an HTTP Archive 1.2, as browsers and proxies write it. Throws a ConfigurationError that names
 * the first entry that cannot be read.
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
  const { method, url, headers } = request
  const { text } = objectIn(request.postData)
  const answered = responseIn(objectIn(response))
  return {
    request: {
      method,
      url,
      headers: fieldsIn(headers),
      ...(typeof text === 'string' && text !== '' ? { body: Buffer.from(text) } : {}),
    },
    ...(answered && { response: answered }),
    at: Date.parse(startedDateTime),
    milliseconds: Math.max(0, numberIn(time)),
  }
}

/** The parts that an entry must have. Any other part counts as absent if it has another type than HAR says. */
interface ReadableEntry extends Partial<Record<keyof Entry, unknown>> {
  request: Partial<Record<keyof Request, unknown>> & Pick<Request, 'method' | 'url'>
  startedDateTime: string
}

const isEntry = (entry: unknown): entry is ReadableEntry => {
  const { request, startedDateTime } = objectIn(entry)
  const { method, url } = objectIn(request)
  return (
    typeof method === 'string' &&
    typeof url === 'string' &&
    typeof startedDateTime === 'string' &&
    !Number.isNaN(Date.parse(startedDateTime))
  )
}

/**
 * Returns undefined if no response came, which HAR marks with status 0, or if the archive leaves the body out, because
 * such a body is not known to be empty.
 */
const responseIn = ({ status, headers, content }: HarObject): CapturedResponse | undefined => {
  const { text, size, encoding } = objectIn(content)
  const isLeftOut = text === undefined && numberIn(size) > 0
  if (typeof status !== 'number' || !(status > 0) || isLeftOut) return undefined
  const body = typeof text === 'string' ? text : ''
  return {
    status,
    headers: fieldsIn(headers),
    text: encoding === 'base64' ? Buffer.from(body, 'base64').toString() : body,
  }
}

/** Joins the fields of a header list. Names that begin with a colon belong to HTTP/2 and are not fields. */
const fieldsIn = (headers: unknown): Record<string, string> =>
  joinedFields(
    (Array.isArray(headers) ? headers : [])
      .map(objectIn)
      .flatMap(({ name, value }) =>
        typeof name === 'string' && typeof value === 'string' && !name.startsWith(':')
          ? [[name, value] as const]
          : [],
      ),
  )

type HarObject = Partial<Record<string, unknown>>

const objectIn = (value: unknown): HarObject => (isObject(value) ? value : {})

const numberIn = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
