import { jsonSent, type RunFacts, type Seen } from '../../../src/check/kinds/passive.ts'
import { ruleOf } from '../../../src/check/kinds/rule.ts'
import { createMemory } from '../../../src/check/memory.ts'
import { isObject } from '../../../src/core/json.ts'
import { operationIds } from '../../../src/core/operations.ts'
import { isPlainUrl, isSameUrl } from '../../../src/core/urls.ts'
import { lastSegment } from '../../../src/http/path-segment.ts'
import { allResourcesIn } from '../about.ts'

export const unauthorizedNamesTheAuthorizationServer = ruleOf({
  id: 'rules/unauthorized-names-the-authorization-server',
  title: 'Every 401 response names the authorization server',
  detects: 'challenge-absent',
  verifies: 'errors.401.www-authenticate',
  operations: [...operationIds],
  start: () => (seen) => {
    const { response } = seen.exchange
    if (response?.status !== 401) return []
    const header = response.headers['www-authenticate']
    const held = header !== undefined && authorizationServerIn(header) !== undefined
    const want = 'WWW-Authenticate with the challenge GNAP as_uri=<absolute URI>'
    const got = header === undefined ? 'no WWW-Authenticate' : `WWW-Authenticate: ${header}`
    return [{ held, want, got }]
  },
})

/**
 * Finds the first absolute as_uri of a GNAP challenge, or undefined if there is none. It may be bare or quoted, among any
 * other parameters and challenges, with names in any case. RFC 9635, section 9.1, separates its other parameters by a
 * semicolon. What stands within a quoted string (RFC 9110, section 5.6.4) is neither a challenge nor a parameter.
 */
export function authorizationServerIn(header: string): string | undefined {
  const texts: string[] = []
  const plain = header.replace(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => {
    texts.push(text.replace(/\\(.)/g, '$1'))
    return `"${texts.length - 1}"`
  })
  const uris = gnapChallengesIn(plain).map((own) => {
    const found = /(?:^|[,;\s])as_uri\s*=\s*(?:"(\d+)"|([^\s,"]+))/i.exec(own)
    const bare = found?.[2]?.replace(/;(?:access|referrer)=.*$/i, '')
    return bare ?? texts[Number(found?.[1])] ?? ''
  })
  return uris.find((uri) => URL.canParse(uri))
}

/** The parameters of each GNAP challenge. A server and a gateway before it may both add one. */
const gnapChallengesIn = (plain: string): string[] =>
  [...plain.matchAll(/(?:^|,)\s*GNAP\s+/gi)].map(({ index, 0: start }) => {
    const [own = ''] = plain.slice(index + start.length).split(/,\s*[\w-]+\s+[\w-]+\s*=/)
    return own
  })

/**
 * Compares the challenges for one wallet address: the one that the request names, or that of the requested resource.
 */
export const walletHasOneAuthorizationServer = ruleOf({
  id: 'rules/one-authorization-server-for-a-wallet',
  title: 'Every 401 response for a wallet address names the same authorization server',
  detects: 'challenge-names-another-each-time',
  verifies: 'errors.401.same-authorization-server',
  operations: [...operationIds],
  shownBy: ['tokens/missing'],
  start: (facts) => {
    const walletOf = createOwners(facts)
    const servers = createMemory<NamedServer>()
    return (seen) => {
      const wallet = walletOf(seen)
      const server = challengedIn(seen)
      if (server === undefined || wallet === undefined) return []
      const first = servers.get(wallet)
      servers.set(wallet, first ?? { server, exchange: seen.exchange.number })
      if (!first) return []
      const held = isSameUrl(server, first.server)
      const [want, got] = [first.server, server].map((each) => `as_uri=${each} for ${wallet}`)
      return [{ held, want: want ?? '', got: got ?? '', earlier: first.exchange }]
    }
  },
})

/**
 * Finds the wallet address as the rule above does. If that of an incoming payment is unknown, the responses about this
 * incoming payment are compared with each other.
 */
export const publicFormNamesTheChallengingServer = ruleOf({
  id: 'rules/public-form-names-the-server-of-401',
  title: 'The public form and 401 responses for one wallet address name the same authorization server',
  detects: 'public-form-names-another-authorization-server',
  verifies: 'public-incoming-payment.auth-server.as-challenged',
  operations: ['get-incoming-payment'],
  otherwise:
    'otherWallet in the target file, and a server that shows its token the public form of incoming payments',
  shownBy: ['tokens/other-wallet-reads-incoming-payment', 'tokens/missing'],
  start: (facts) => {
    const walletOf = createOwners(facts)
    const challenged = createMemory<NamedServer>()
    const shown = createMemory<NamedServer>()
    return (seen) => {
      const about = walletOf(seen) ?? resourceAskedFor(seen)
      const [as, form] = [challengedIn(seen), namedInPublicForm(seen, facts)]
      const server = as ?? form
      if (about === undefined || server === undefined) return []
      const [own, others] = as === undefined ? [shown, challenged] : [challenged, shown]
      const other = others.get(about)
      own.set(about, own.get(about) ?? { server, exchange: seen.exchange.number })
      if (!other) return []
      const [wanted, came] = as === undefined ? [other.server, server] : [server, other.server]
      return [
        {
          held: isSameUrl(wanted, came),
          want: `the same server as ${facts.profile.publicAuthServer} of the public form and as as_uri of 401 responses for ${about}`,
          got: `${facts.profile.publicAuthServer} ${came}, as_uri ${wanted}`,
          earlier: other.exchange,
        },
      ]
    }
  },
})

/** An authorization server, and the exchange that named it. */
interface NamedServer {
  server: string
  exchange: number
}

const challengedIn = ({ exchange: { response } }: Seen): string | undefined =>
  response?.status === 401 ? authorizationServerIn(response.headers['www-authenticate'] ?? '') : undefined

const namedInPublicForm = (
  { accepted, json, exchange: { operation } }: Seen,
  { profile: { publicAuthServer } }: RunFacts,
): string | undefined => {
  if (!accepted || operation !== 'get-incoming-payment' || !isObject(json) || 'id' in json) return undefined
  const server = json[publicAuthServer]
  return typeof server === 'string' && URL.canParse(server) ? server : undefined
}

const resourceAskedFor = ({ exchange: { operation, request } }: Seen): string | undefined =>
  operation === 'get-incoming-payment' ? request.url : undefined

/** Returns a function that takes every exchange and returns the wallet address that it is about, or undefined. */
const createOwners = (facts: RunFacts): ((seen: Seen) => string | undefined) => {
  const owners = createMemory<string>()
  return (seen) => {
    for (const { id, fields } of allResourcesIn(seen))
      if (isPlainUrl(fields['walletAddress'])) owners.set(lastSegment(id), fields['walletAddress'])
    return walletIn(seen, facts) ?? owners.get(lastSegment(seen.exchange.request.url))
  }
}

const walletIn = (seen: Seen, { profile }: RunFacts): string | undefined => {
  const body = jsonSent(seen)
  const named = isObject(body)
    ? body['walletAddress']
    : queryOf(seen.exchange.request.url)?.get(profile.query.walletAddress)
  return isPlainUrl(named) ? named : undefined
}

const queryOf = (url: string): URLSearchParams | undefined =>
  URL.canParse(url) ? new URL(url).searchParams : undefined
