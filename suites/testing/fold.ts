import { loadProfile } from '../../src/catalogue/profiles.ts'
import type { PassiveCheck, RunFacts, Shown } from '../../src/check/kinds/passive.ts'
import type { ExchangeEvent } from '../../src/core/events.ts'
import type { OperationId } from '../../src/core/operations.ts'
import { seenIn } from '../../src/judge/seen.ts'
import { createUnderWay } from '../../src/judge/under-way.ts'

/** One exchange as a rule takes it. `at` are the counts of its request and its answer. */
export interface Told {
  operation: OperationId
  at: readonly [sent: number, received: number]
  /** 0: no answer came. */
  status?: number
  /** What was asked, and what was answered, as JSON. */
  asked?: unknown
  told?: unknown
  /** What was asked, as it was written. */
  body?: string
  url?: string
  token?: string
  /** Of the Date header, as an ISO date-time. */
  date?: string
  /** Further headers of the answer. */
  headers?: Record<string, string>
  /** When it was sent, by our own time. */
  ours?: string
}

export const baseUrl = 'https://wallet.example'

/** Of a run that is over as soon as it began. */
export const plainFacts: RunFacts = {
  baseUrl,
  walletAddress: `${baseUrl}/alice`,
  walletAsset: { assetCode: 'USD', assetScale: 2 },
  profile: loadProfile('interface'),
  receiverKind: () => undefined,
  isOver: () => true,
  missingUpTo: () => 0,
}

/** A creation before all else by which the Date headers that follow are the server's own time. */
export const agreeing: Told = {
  operation: 'create-quote',
  at: [0.1, 0.2],
  status: 201,
  told: { createdAt: '2026-11-20T07:00:00Z' },
  date: '2026-11-20T07:00:00Z',
}

/** What a passive check shows of each exchange, in the order in which the answers came. */
export function shownOf(
  check: PassiveCheck,
  exchanges: readonly Told[],
  facts: Partial<RunFacts> = {},
): Shown[][] {
  const { take, isOver, missingUpTo } = createUnderWay()
  const judge = check.start({ ...plainFacts, isOver, missingUpTo, ...facts })
  return exchanges.map((told, index) => {
    const event = eventOf(told, index + 1)
    take(event)
    return judge(seenIn(event))
  })
}

/** Of each exchange, whether what it showed held; notes hold nothing. */
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
