import type { ExchangeEvent, RunEvent } from '../../core/events.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { serverWords } from '../../http/answers/server-words.ts'
import { freshHeaders } from '../../http/records/recorded-draft.ts'

/**
 * A request that came before a failure but not before the repetition that passed, by what both requests share. If the
 * failure happens each time, the same request that was answered otherwise earlier stands for the repetition.
 */
export interface Trail {
  /** The name of what both requests share, such as `token`. */
  shares: string
  /** The check that sent the request. */
  check: string
  /** The request with its answer: `create-quote (status 400)`. */
  before: string
  /** The request that came before the repetition that passed, if there was one. */
  passing?: string | undefined
  /** The number of the exchange that had the same request earlier and was answered otherwise. */
  same?: number | undefined
}

/** A request that used something, the words of its answer, and the count at which it was answered. */
type Earlier = Pick<Trail, 'check' | 'before'> & { answer: string; received: number }

type Before = ReadonlyMap<string, Earlier>

/** The requests that are kept for each thing. More than these are rarely under way at the same time. */
const most = 64

interface OpenFailure {
  event: ExchangeEvent
  failed: Before
  passed?: Before
  same?: number
}

/** The exchanges that show failures: those that passed when they were repeated, and all others. */
export interface FailedExchanges {
  unstable: readonly ExchangeEvent[]
  stable: readonly ExchangeEvent[]
}

/**
 * Finds the trails of failures, by the numbers of their exchanges. A failure that happens each time has one if the same
 * request was answered otherwise earlier. Reads the record once, and keeps a few requests for each thing that requests
 * share.
 */
export function trailsIn(
  events: Iterable<RunEvent>,
  { unstable, stable }: FailedExchanges,
): Map<number, Trail[]> {
  const failures: OpenFailure[] = []
  if (unstable.length + stable.length === 0) return new Map()
  const unstableOnes = numbersOf(unstable)
  const comparisons = createComparisons(stable)
  const earlier = new Map<string, Earlier[]>()
  const repeating = new Set<string>()
  for (const event of events) {
    if (event.type === 'repeat' && event.state === 'started') repeating.add(event.check)
    if (event.type !== 'exchange') continue
    const before = beforeOf(event, earlier)
    failures.push(...comparisons.of(event, before))
    if (unstableOnes.has(event.number)) failures.push({ event, failed: before })
    else if (repeating.has(event.check))
      for (const failure of failures)
        if (failure.same === undefined && isSame(failure.event, event)) failure.passed = before
    const own = {
      check: event.check,
      before: inWords(event),
      answer: answerOf(event),
      received: event.received,
    }
    for (const { shares, value } of sharedBy(event)) {
      const key = `${shares} ${value}`
      earlier.set(key, [...(earlier.get(key) ?? []), own].slice(-most))
    }
  }
  return new Map(failures.map((failure) => [failure.event.number, differencesIn(failure)]))
}

const numbersOf = (exchanges: readonly ExchangeEvent[]): Set<number> =>
  new Set(exchanges.map(({ number }) => number))

/** Compares failures that happen each time with the same request earlier in the run. */
const createComparisons = (stable: readonly ExchangeEvent[]) => {
  const failed = numbersOf(stable)
  const wanted = new Set(stable.map(requestOf))
  const earlier = new Map<string, { event: ExchangeEvent; before: Before }>()
  return {
    of: (event: ExchangeEvent, before: Before): OpenFailure[] => {
      const request = wanted.size > 0 ? requestOf(event) : undefined
      if (request === undefined || !wanted.has(request)) return []
      const same = earlier.get(request)
      if (!failed.has(event.number)) earlier.set(request, { event, before })
      else if (same && kindOfAnswer(same.event) !== kindOfAnswer(event))
        return [{ event, failed: before, passed: same.before, same: same.event.number }]
      return []
    },
  }
}

/** Signing makes these parameters of a signature base anew. */
const freshParameters = /;(?:created|expires)=\d+|;nonce="[^"]*"/g

/**
 * Returns everything that the server can tell requests apart by, except what signing makes anew. Returns undefined for a
 * request whose signature or token was altered, because a record does not say how.
 */
const requestOf = (event: ExchangeEvent): string | undefined => {
  const { url, body, headers, altered = [], signing } = event.request
  if (altered.some((name) => freshHeaders.includes(name))) return undefined
  const others = Object.entries(headers).filter(([name]) => !freshHeaders.includes(name))
  const base = signing?.base.replace(freshParameters, '')
  return JSON.stringify([formOf(event), url, body, others, signing?.label, base])
}

/** Returns the status of an answer and the names of its members, or the kind of failure. */
const kindOfAnswer = ({ response, failure }: ExchangeEvent): string => {
  const json = parseJson(response?.body ?? '')
  const members = isObject(json) ? Object.keys(json).sort() : []
  // Timing decides whether a lost connection counts as reset or as closed.
  const code = failure?.code === 'reset' ? 'closed' : failure?.code
  return JSON.stringify([response?.status ?? code, members])
}

/**
 * Returns the last requests that were answered before this one was sent, by what they share with it. One that got the
 * same answer in words is more telling than a later one.
 */
const beforeOf = (event: ExchangeEvent, earlier: ReadonlyMap<string, readonly Earlier[]>): Before => {
  const answer = answerOf(event)
  return new Map(
    sharedBy(event).flatMap(({ shares, value }) => {
      const known = (earlier.get(`${shares} ${value}`) ?? []).filter(({ received }) => received < event.sent)
      const alike = answer === '' ? undefined : known.findLast((one) => one.answer === answer)
      const last = alike ?? known.at(-1)
      return last ? [[shares, last] as const] : []
    }),
  )
}

/** Returns the status and the words of a refusal, or an empty text for any other answer. */
const answerOf = ({ response }: ExchangeEvent): string => {
  if (response === undefined || response.status < 300) return ''
  const words = serverWords(response.body, response.headers['www-authenticate'])
  return words === undefined ? '' : `${response.status} ${words}`
}

/** Lists what differs before the failure. Requests that got the same answer in words come first. */
const differencesIn = ({ event, failed, passed = new Map(), same }: OpenFailure): Trail[] => {
  const answer = answerOf(event)
  const isAlike = (one: Earlier): number => (answer !== '' && one.answer === answer ? 0 : 1)
  return [...failed]
    .sort(([, a], [, b]) => isAlike(a) - isAlike(b))
    .flatMap(([shares, { check, before }]) => {
      const passing = passed.get(shares)?.before
      return passing === before ? [] : [{ shares, check, before, passing, same }]
    })
}

const isSame = (failed: ExchangeEvent, again: ExchangeEvent): boolean =>
  failed.check === again.check && formOf(failed) === formOf(again)

const formOf = ({ operation, request: { method, token, altered, signing } }: ExchangeEvent): string =>
  JSON.stringify([operation, method, token, altered, signing?.key])

const inWords = ({ operation, request: { method, altered }, response, failure }: ExchangeEvent): string =>
  `${operation ?? method}${altered ? ', altered after signing' : ''} (${response ? `status ${response.status}` : (failure?.code ?? 'no answer')})`

/** Lists what a request may share with others, the most particular first. */
export function sharedBy({
  request: { url, body, token, signing },
}: ExchangeEvent): Array<{ shares: string; value: string }> {
  const json = parseJson(body ?? '')
  const fields: Record<string, unknown> = isObject(json) ? { ...json } : {}
  const values = {
    quote: fields['quoteId'] ?? (/\/quotes\/[^/?#]+$/.test(url) ? url : undefined),
    receiver:
      fields['receiver'] ??
      fields['incomingPayment'] ??
      (/\/incoming-payments\/[^/?#]+$/.test(url) ? url : undefined),
    token,
    client: signing?.keyId,
    wallet: fields['walletAddress'] ?? queryOf(url).get('wallet-address') ?? undefined,
  }
  return Object.entries(values).flatMap(([shares, value]) =>
    typeof value === 'string' ? [{ shares, value }] : [],
  )
}

/** Returns the query of a URL, which is empty if a record has something else than a URL. */
const queryOf = (url: string): URLSearchParams =>
  URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
