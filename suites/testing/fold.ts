import { loadProfile } from '../../src/catalogue/profiles.ts'
import type { PassiveCheck, RunFacts, TestedClaim } from '../../src/check/kinds/passive.ts'
import type { ExchangeEvent } from '../../src/core/events.ts'
import type { OperationId } from '../../src/core/operations.ts'
import { seenIn } from '../../src/judge/seen.ts'
import { createUnderWay } from '../../src/judge/under-way.ts'

/** An exchange as a rule takes it. `at` holds the counts of its request and its response. */
export interface Told {
  operation: OperationId
  at: readonly [sent: number, received: number]
  /** The status; 0 if no response came. */
  status?: number
  /** The bodies of the request and the response, as JSON. */
  asked?: unknown
  told?: unknown
  /** The body of the request, as text. */
  body?: string
  url?: string
  token?: string
  /** The name of the key that signed the request. */
  key?: string
  /** The Date header, as an ISO date-time. */
  date?: string
  /** Additional headers of the response. */
  headers?: Record<string, string>
  /** The time of sending by the clock of the run. */
  ours?: string
}

export const baseUrl = 'https://wallet.example'

/** Facts of a run that ended as soon as it began. */
export const plainFacts: RunFacts = {
  walletAddress: `${baseUrl}/alice`,
  walletAsset: { assetCode: 'USD', assetScale: 2 },
  profile: loadProfile('interface'),
  receiverKind: () => undefined,
  isOver: () => true,
  missingUpTo: () => 0,
}

/** A creation before all other exchanges. It shows that the Date headers after it are the server's own time. */
export const agreeing: Told = {
  operation: 'create-quote',
  at: [0.1, 0.2],
  status: 201,
  told: { createdAt: '2026-11-20T07:00:00Z' },
  date: '2026-11-20T07:00:00Z',
}

/** Returns what a passive check shows for each exchange, in the order of the responses. */
export function shownOf(
  check: PassiveCheck,
  exchanges: readonly Told[],
  facts: Partial<RunFacts> = {},
): TestedClaim[][] {
  const { take, isOver, missingUpTo } = createUnderWay()
  const judge = check.start({ ...plainFacts, isOver, missingUpTo, ...facts })
  return exchanges.map((told, index) => {
    const event = eventOf(told, index + 1)
    take(event)
    return judge(seenIn(event))
  })
}

/** Returns for each exchange whether what it showed held. Notes are left out. */
export function heldOf(
  check: PassiveCheck,
  exchanges: readonly Told[],
  facts?: Partial<RunFacts>,
): boolean[][] {
  return shownOf(check, exchanges, facts).map((shown) =>
    shown.filter(({ noted }) => !noted).map(({ held }) => held),
  )
}

const eventOf = (
  {
    operation,
    at: [sent, received],
    status = 200,
    asked,
    body = JSON.stringify(asked),
    told,
    url,
    token = 'tokens.full',
    key = 'signing',
    date,
    headers = {},
    ours = '2026-11-20T07:00:00Z',
  }: Told,
  number: number,
): ExchangeEvent => ({
  type: 'exchange',
  number,
  check: 'a/check',
  operation,
  request: {
    method: operation.startsWith('create-') ? 'POST' : 'GET',
    url: url ?? baseUrl,
    headers: {},
    ...(body === undefined ? {} : { body }),
    token,
    signing: { key, keyId: key, label: 'sig', components: [], base: '' },
  },
  ...(status === 0
    ? { failure: { code: 'timeout', message: 'no answer' } }
    : {
        response: {
          status,
          headers: { ...headers, ...(date === undefined ? {} : { date: new Date(date).toUTCString() }) },
          body: told === undefined ? '' : JSON.stringify(told),
        },
      }),
  sent,
  received,
  at: ours,
  milliseconds: 1,
})
