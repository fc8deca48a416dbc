import { refusedAs } from '../../src/check/expectation.ts'
import { each } from '../../src/check/given.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { everyOperation, listingIncomingPayments, listingOutgoingPayments } from '../support/operations.ts'
import { plainest } from './signature-headers.ts'

/** Sends the request to its own URL, with a signature over another target URI. */
const signedFor = (draft: RequestDraft, other: (uri: string) => string): RequestDraft => ({
  ...draft,
  signing: { components: plainest, over: (message) => ({ ...message, url: other(message.url) }) },
})

/** A check that a signature over each of these other target URIs is refused. */
const otherUri = <Alterations extends Record<string, (uri: string) => string>>(
  id: string,
  title: string,
  detects: string,
  alterations: Alterations,
  on = everyOperation,
) =>
  refusal({
    id,
    title: `A signature over a target URI ${title} is refused`,
    detects,
    on,
    cases: each<keyof Alterations & string>(...Object.keys(alterations)),
    mutate: (draft, alteration) => signedFor(draft, alterations[alteration] ?? ((same) => same)),
    expect: refusedAs('signature-invalid', 'signature.verifies'),
  })

export const scheme = otherUri('tampering/target-uri-scheme', 'of another scheme', 'scheme-not-compared', {
  'the other of http and https': (uri) =>
    uri.replace(/^https?/, (name) => (name === 'http' ? 'https' : 'http')),
})

const withHost = (uri: string, change: (host: string) => string): string =>
  uri.replace(/^([^:]+:\/\/)([^/?#]*)/, (_, before: string, host: string) => before + change(host))

/**
 * The URI without its port, or with another port if leaving it out makes no difference: https://host:443 is
 * https://host.
 */
const withOtherPort = (uri: string): string => {
  const without = withHost(uri, (name) => name.replace(/:\d+$/, ''))
  return new URL(without).host === new URL(uri).host ? withHost(without, (name) => `${name}:8443`) : without
}

export const host = otherUri('tampering/target-uri-host', 'on another host or port', 'port-not-compared', {
  'another host': (uri) => withHost(uri, () => 'another-server.example'),
  'another port': withOtherPort,
})

const withPath = (uri: string, change: (path: string) => string): string =>
  uri.replace(/^[^?]*/, (path) => change(path))

export const path = otherUri('tampering/target-uri-path', 'with another path', 'last-segment-not-compared', {
  'another last segment': (uri) => withPath(uri, (before) => `${before}x`),
  'no last segment': (uri) => withPath(uri, (before) => before.replace(/\/[^/]*$/, '')),
})

export const furtherParameter = otherUri(
  'tampering/target-uri-query-added',
  'with a parameter that was not sent',
  'without-signature-verifies',
  { 'one parameter more': (uri) => `${uri}${uri.includes('?') ? '&' : '?'}further=1` },
)

const withPairs = (uri: string, change: (pairs: string[]) => string[]): string => {
  const [before = '', query = ''] = uri.split('?')
  const pairs = change(query.split('&'))
  return pairs.length === 0 ? before : `${before}?${pairs.join('&')}`
}

/** The control's query has two parameters, the second of which ends in a digit. */
export const query = otherUri(
  'tampering/target-uri-query',
  'with another query',
  'query-not-compared',
  {
    'another value': (uri) => `${uri}0`,
    'one parameter less': (uri) => withPairs(uri, (pairs) => pairs.slice(0, -1)),
    'no query': (uri) => withPairs(uri, () => []),
    'another order': (uri) => withPairs(uri, (pairs) => pairs.toReversed()),
    'its escapes decoded': decodeURIComponent,
  },
  [listingOutgoingPayments, listingIncomingPayments],
)
