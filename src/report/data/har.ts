import { STATUS_CODES } from 'node:http'
import type { Content, Entry, Har, Header, Page, QueryString } from 'har-format'
import type { ExchangeEvent, RecordedRequest, RecordedResponse } from '../../core/events.ts'
import { jsonText } from '../text/printable.ts'
import type { RunView } from '../view.ts'

/**
 * Formats every exchange of the run as an HTTP Archive 1.2, which browsers and proxies open. Each check is a page. A
 * request without a response has status 0 and the reason.
 */
export function har(view: RunView): string {
  const exchanges = [...exchangesIn(view)]
  const archive: Har = {
    log: {
      version: '1.2',
      creator: { name: 'op-conformance', version: view.run.harness },
      pages: pagesOf(exchanges, view),
      entries: exchanges.map(entryOf),
    },
  }
  return jsonText(archive)
}

function* exchangesIn({ events }: RunView): Generator<ExchangeEvent> {
  for (const event of events) if (event.type === 'exchange') yield event
}

/** Lists the checks that sent a request. Each page begins at the first request of its check. */
const pagesOf = (exchanges: readonly ExchangeEvent[], { checks }: RunView): Page[] => {
  const titles = new Map(checks.map(({ id, title }) => [id, `${id}: ${title}`]))
  const began = new Map<string, string>()
  for (const { check, at } of exchanges) if (!began.has(check)) began.set(check, at)
  return [...began].map(([id, at]) => ({
    id,
    title: titles.get(id) ?? id,
    startedDateTime: at,
    pageTimings: {},
  }))
}

const entryOf = ({ number, check, request, response, failure, at, milliseconds }: ExchangeEvent): Entry => ({
  pageref: check,
  startedDateTime: at,
  time: milliseconds,
  request: requestOf(request),
  response: response ? responseOf(response) : unanswered(failure),
  cache: {},
  timings: { send: 0, wait: milliseconds, receive: 0 },
  comment: `exchange ${number}${failure ? `: ${failure.message}` : ''}`,
})

const requestOf = ({ method, url, headers, body }: RecordedRequest): Entry['request'] => ({
  method,
  url: uriOf(url),
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: headersOf(headers),
  queryString: queryOf(url),
  ...(body === undefined ? {} : { postData: { mimeType: typeOf(headers), text: body } }),
  headersSize: -1,
  bodySize: body === undefined ? 0 : Buffer.byteLength(body),
})

const responseOf = ({ status, headers, body, cut }: RecordedResponse): Entry['response'] => ({
  ...commonResponse,
  status,
  statusText: STATUS_CODES[status] ?? '',
  headers: headersOf(headers),
  content: contentOf(headers, body, cut),
  redirectURL: headers['location'] ?? '',
})

const unanswered = (failure: ExchangeEvent['failure']): Entry['response'] => ({
  ...commonResponse,
  status: 0,
  statusText: failure?.code ?? '',
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
})

const commonResponse = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 }

const contentOf = (headers: RecordedResponse['headers'], text: string, cut?: number): Content => ({
  size: cut ?? Buffer.byteLength(text),
  mimeType: typeOf(headers),
  text,
  ...(cut === undefined ? {} : { comment: 'The run recorded only the beginning.' }),
})

const typeOf = (headers: RecordedRequest['headers']): string => headers['content-type'] ?? 'x-unknown'

const headersOf = (headers: Readonly<Record<string, string>>): Header[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

const queryOf = (url: string): QueryString[] => {
  const at = url.indexOf('?')
  if (at === -1) return []
  return [...new URLSearchParams(url.slice(at + 1))].map(([name, value]) => ({ name, value }))
}

/** Encodes a request target that is not a valid URI, such as an id of the server or a path that a check made up. */
const uriOf = (url: string): string => {
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
  const target = Buffer.from(url.slice(origin.length)).toString()
  return (
    origin +
    target.replace(/%(?![\da-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/giu, (character) =>
      encodeURIComponent(character),
    )
  )
}
