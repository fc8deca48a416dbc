import { jsonSent } from '../../src/check/json-sent.ts'
import { createMemory } from '../../src/check/memory.ts'
import type { PassiveCheck, RunFacts, Seen } from '../../src/check/passive.ts'
import { type ResourceKind, resourcesIn } from '../../src/check/resource.ts'
import { isObject } from '../../src/core/json.ts'
import { operationIds } from '../../src/core/operations.ts'
import { lastSegment } from '../../src/http/path-segment.ts'
import { isPlainUrl, isSameUrl } from '../support/same-url.ts'
import { authorizationServerIn } from './unauthorized-names-the-authorization-server.ts'

const requirement = 'errors.401.same-authorization-server'

const kinds: readonly ResourceKind[] = ['quote', 'outgoing-payment', 'incoming-payment']

/** By the wallet address that the request names, or that the resource it asks for was shown to be on. */
export const walletHasOneAuthorizationServer: PassiveCheck = {
  id: 'rules/one-authorization-server-for-a-wallet',
  title: 'Every 401 response for a wallet address names the same authorization server',
  detects: 'challenge-names-another-each-time',
  claims: () => [requirement],
  operations: [...operationIds],
  needs: {},
  shownBy: ['tokens/missing'],
  start: (facts) => {
    const owners = createMemory<string>()
    const servers = createMemory<{ server: string; exchange: number }>()
    return (seen) => {
      for (const { id, fields } of kinds.flatMap((kind) => resourcesIn(seen, kind)))
        if (isPlainUrl(fields['walletAddress'])) owners.set(lastSegment(id), fields['walletAddress'])
      const { number, request, response } = seen.exchange
      const server = authorizationServerIn(response?.headers['www-authenticate'] ?? '')
      if (response?.status !== 401 || server === undefined) return []
      const wallet = walletIn(seen, facts) ?? owners.get(lastSegment(request.url))
      if (wallet === undefined) return []
      const first = servers.get(wallet)
      servers.set(wallet, first ?? { server, exchange: number })
      if (!first) return []
      const held = isSameUrl(server, first.server)
      const [want, got] = [first.server, server].map((each) => `as_uri=${each} for ${wallet}`)
      return [{ requirement, held, want: want ?? '', got: got ?? '', earlier: first.exchange }]
    }
  },
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
