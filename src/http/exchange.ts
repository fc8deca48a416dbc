import type { Dispatcher } from 'undici'
import type { Environment, TellWaiting } from '../core/environment.ts'
import type { ExchangeEvent } from '../core/events.ts'
import type { Credential, Target } from '../target-file/target.ts'
import { type Answer, isThrottled, isUnavailable, type Outcome } from './answers/answer.ts'
import { lightened } from './answers/lightened.ts'
import { createBudget } from './budget.ts'
import type { RequestDraft, Tamper } from './draft.ts'
import { Interrupted } from './failure.ts'
import { createLoad, type Load } from './load.ts'
import { createPacing } from './pacing.ts'
import { createPatience, paidBy } from './patience.ts'
import { createPreparing, type ReadyToSend, type RefuseFlawed } from './prepare.ts'
import { record } from './records/record.ts'
import type { Redactor } from './records/redact.ts'
import { transmit } from './wire/client.ts'
import { createUsedConnections } from './wire/used-connections.ts'

/** The options of a wire. `monotonic` defaults to `now`. Once the signal aborts, sending throws Interrupted. */
export interface WireOptions
  extends Pick<Environment, 'now' | 'wait'>,
    Partial<Pick<Environment, 'monotonic' | 'signal'>> {
  target: Target
  dispatcher: Dispatcher
  redactor: Redactor
  /** Returns the time at which signatures are created. Defaults to `now`. */
  signedAt?: () => Date
  /** The most concurrent requests. The wire sends fewer at a time if the server has too many. */
  concurrency?: number
  /** Returns the milliseconds until the run has to end. */
  remaining?: () => number
  /** Called with the reason why a request waits before it can be sent. */
  waiting?: TellWaiting | undefined
  /** The totals of earlier parts of the same run. */
  before?: SentBefore
  emit: (event: ExchangeEvent) => void
  refuseFlawed?: RefuseFlawed
}

export interface SentBefore {
  requests: number
  /** The highest number of an exchange, and the highest count of sends and receipts. */
  exchanges: number
  ticks: number
}

/** The only way for a check to reach the target. Throws BudgetSpent for every request beyond limits.maxRequests. */
export interface Wire {
  /** Signs a request, alters it, sends it and records it. Retries if the server was too busy. */
  send: (check: string, draft: RequestDraft, tamper?: Tamper) => Promise<Answer>
  /** Sends a GET to an absolute URL without any credential, such as that of a wallet address document. */
  fetchPublic: (check: string, url: string) => Promise<Answer>
  /** Returns the number of requests that were sent. */
  requests: () => number
  /** Resolves once every request that has begun is recorded, even if no check waits for it any more. */
  idle: () => Promise<void>
}

/**
 * The least limit of concurrent requests. Requests that belong together, such as a race, are not split up at any
 * concurrency.
 */
const leastLimit = 16

/** Keeps a token that may be renewed the same from the making of a request to its response. */
type Hold = NonNullable<Credential['hold']>

/** A request on its way to the server. */
interface Going {
  prepare: () => Promise<ReadyToSend>
  /**
   * The kind of the request, or undefined if it does not go to the target. Requests of the same kind take about equally
   * long.
   */
  kind?: string | undefined
  /** Puts the request before all others that wait. */
  isFirst?: boolean
  /** Sends the request while no other one of its kind is under way. */
  isAlone?: boolean
  hold?: Hold | undefined
}

export function createWire(options: WireOptions): Wire {
  const shared = sharedBy(options)
  const { prepare, patience, underWay } = shared
  return {
    send: (check, draft, tamper) => sendDraft(shared, check, draft, tamper),
    fetchPublic: (check, url) =>
      patience({
        send: () => tracked(shared, check, { prepare: async () => prepare.publicRead(url) }),
        kind: undefined,
        isValid: false,
        once: false,
        isRetry: false,
      }),
    requests: () => shared.exchanges,
    idle: async () => void (await Promise.allSettled(underWay)),
  }
}

/** The state that all requests of a wire share. */
type WireState = ReturnType<typeof sharedBy>

const sharedBy = (options: WireOptions) => {
  const { target, now, wait, refuseFlawed, signedAt = now, concurrency = 0 } = options
  const { monotonic = () => now().getTime(), remaining = () => Number.POSITIVE_INFINITY } = options
  const before = options.before ?? { requests: 0, exchanges: 0, ticks: 0 }
  const load = createLoad(Math.max(concurrency, leastLimit), target.connection.requestTimeout)
  return {
    ...options,
    monotonic,
    budget: createBudget(target.limits.maxRequests, before.requests),
    pacing: createPacing(target.limits.requestsPerSecond, { monotonic, wait }),
    exchanges: before.exchanges,
    ticks: before.ticks,
    prepare: createPreparing({ target, signedAt, refuseFlawed }),
    underWay: new Set<Promise<Answer>>(),
    /** The numbers of the exchanges that got a 503. */
    unavailable: new Set<number>(),
    connections: createUsedConnections(),
    load,
    patience: createPatience({ now, wait, remaining, hold: load.hold }),
  }
}

const sendDraft = async (
  shared: WireState,
  check: string,
  draft: RequestDraft,
  tamper?: Tamper,
): Promise<Answer> => {
  const { prepare, patience, target } = shared
  const { token, once } = draft
  const isWhole = !tamper && !draft.invalid && draft.signing !== 'none' && draft.scheme === undefined
  let used: string | undefined
  const going: Going = {
    prepare: async () => {
      used = isWhole && token?.renewed ? await token.value() : undefined
      return prepare.draft(draft, tamper)
    },
    kind: kindOf(draft, target),
    isAlone: draft.alone === true,
    hold: token?.hold,
  }
  const attempt = {
    send: (isFirst: boolean) => tracked(shared, check, { ...going, isFirst }),
    kind: going.kind,
    isValid: draft.patient ?? isWhole,
    once: once === true,
    isRetry: repeatsUnavailable(shared, draft.repeats),
    pays: isWhole ? paidBy(draft, target) : undefined,
  }
  const answer = await patience(attempt)
  const refused = answer.response?.status === 401 ? used : undefined
  // A token may end earlier than the server said. The request is retried once with a renewed token.
  return refused !== undefined && (await token?.renewed?.(refused)) ? patience(attempt) : answer
}

const kindOf = ({ operation, method, baseUrl }: RequestDraft, target: Target): string | undefined =>
  baseUrl === undefined || baseUrl === target.baseUrl ? (operation ?? method) : undefined

const tracked = (shared: WireState, check: string, going: Going): Promise<Answer> => {
  const { underWay } = shared
  const answer = exchange(shared, check, going)
  underWay.add(answer)
  const over = () => underWay.delete(answer)
  answer.then(over, over)
  return answer
}

const exchange = async (shared: WireState, check: string, going: Going): Promise<Answer> => {
  const release = await going.hold?.(shared.waiting)
  try {
    return await exchanged(shared, check, going)
  } finally {
    release?.()
  }
}

const exchanged = async (shared: WireState, check: string, going: Going): Promise<Answer> => {
  const { target, dispatcher, redactor, now, monotonic, signal, emit, connections } = shared
  const { prepared, route, options, place, signedAt: created } = await inTurn(shared, going)
  const { sent: message } = prepared
  const over = options?.line
    ? undefined
    : await connections.take(prepared.whole !== message || options?.invalid === true)
  const number = ++shared.exchanges
  const at = now().toISOString()
  const begun = monotonic()
  const sent = ++shared.ticks
  const timeout = place?.timeout ?? target.connection.requestTimeout
  const outcome = await transmit(dispatcher, message, route, timeout, options)
  const received = ++shared.ticks
  // Nanoseconds would only make the record longer.
  const milliseconds = Math.round((monotonic() - begun) * 1000) / 1000
  over?.(staysOpen(outcome))
  place?.leave(outcome, milliseconds)
  if (place) learnPace(shared, number, prepared.repeats, outcome)
  const times = { number, check, sent, received, at, milliseconds }
  emit(record(times, prepared, outcome, redactor))
  if (signal?.aborted && 'failure' in outcome) throw new Interrupted()
  const { repeats } = prepared
  return {
    exchange: number,
    method: message.method,
    url: message.url,
    ...lightened(outcome),
    ticks: { sent, received },
    ...(created ? { signedAt: created } : {}),
    ...(repeats === undefined ? {} : { repeats }),
  }
}

const repeatsUnavailable = ({ unavailable }: WireState, repeats: number | undefined): boolean =>
  repeats !== undefined && unavailable.has(repeats)

const learnPace = (
  shared: WireState,
  number: number,
  repeats: number | undefined,
  outcome: Outcome,
): void => {
  if (!('response' in outcome)) return
  const isOverload = isThrottled(outcome) || isUnavailable(outcome)
  const isProof = isThrottled(outcome) || (!isOverload && repeatsUnavailable(shared, repeats))
  if (isUnavailable(outcome)) shared.unavailable.add(number)
  shared.pacing.saw({ isOverload, isProof })
}

const inTurn = async ({ budget, pacing, load, signal }: WireState, { prepare, kind, ...order }: Going) => {
  budget.take()
  let place: Awaited<ReturnType<Load['enter']>> | undefined
  try {
    await pacing.turn()
    place = kind === undefined ? undefined : await load.enter({ kind, ...order })
    const ready = await prepare()
    if (signal?.aborted) throw new Interrupted()
    return { ...ready, place }
  } catch (error) {
    place?.leave()
    budget.giveBack()
    throw error
  }
}

const staysOpen = (outcome: Outcome): boolean =>
  'response' in outcome &&
  outcome.response.headers['connection'] !== 'close' &&
  outcome.response.incomplete === undefined
