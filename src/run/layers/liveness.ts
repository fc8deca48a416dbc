import { PreconditionFailed } from '../../check/session.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'
import {
  createOutages,
  isCutOff,
  isUndelivered,
  type OutageOptions,
  type Outages,
} from '../../http/outages.ts'
import { whyManyLate, whySilent } from '../../probe/unreachable.ts'
import { limitedTokens, type Target } from '../../target-file/target.ts'
import { isMaking } from './retry.ts'
import {
  createTokenLife,
  grantSpent,
  isDenied,
  notRenewed,
  type TokenLife,
  type TokenLifeOptions,
  tokenDied,
} from './token-life.ts'
import type { Layer } from './transport.ts'

/**
 * Thrown instead of sending a request that can no longer show anything. Controls that were still to come then do not
 * hold.
 */
export class Gone extends PreconditionFailed {
  override readonly isOfRun = true
}

/** Watches over a run: whether the server still answers, and whether accepted tokens are still alive. */
export interface Liveness {
  /** Starts watching, with the request of the start that was accepted; before it there is nothing to watch over. */
  begin: (whole: RequestDraft, answer: Answer) => void
  /**
   * Throws Gone if nothing can be learned by sending this draft. Returns how many requests in a row had no response so
   * far.
   */
  allow: (draft: RequestDraft) => number
  /**
   * Takes the answer to a check's request. `before` is the number that `allow` returned. Of several parallel requests
   * that get no response, one counts.
   */
  saw: (
    check: string,
    draft: RequestDraft,
    tamper: Tamper | undefined,
    answer: Answer,
    before?: number,
  ) => Promise<void>
  /** Asks whether the server is still there, and waits for it if it is not. */
  ask: (check: string) => Promise<void>
  /** Returns true unless the token is known to have expired. */
  isAlive: (token: string) => boolean
  /** Returns true if the token was refused for a while and then accepted again. */
  wasRevived: (token: string) => boolean
  /** Returns the number of times that the server, or the authorization server, was not there and came back. */
  outages: () => number
  /** Returns true if a token that was accepted can no longer be used. */
  hasLostToken: () => boolean
  /** Returns true if no further request is sent to the server. */
  isGivenUp: () => boolean
  /** Sentences that say what was given up or waited for, or undefined if nothing was. */
  sentence: () => string | undefined
}

interface LivenessOptions extends TokenLifeOptions, OutageOptions {
  target: Target
}

/**
 * The server is asked once more after this many requests in a row without a response, or after this many milliseconds
 * of silence.
 */
const mostUnanswered = 3
const longestSilence = 20_000

/**
 * The number of times that a server answers at once after it broke off a connection. After that it is not asked any
 * more, because it then means these requests.
 */
const mostDoubts = 10

/** The number of late requests, and their share of all requests, from which on a run would wait for hours. */
const mostLate = 10
const partLate = 1 / 5

/** A 429 counts as heard: the server answers, though it did not carry out the request. */
const isHeard = ({ response }: Answer): boolean => response !== undefined

/** A server may hang for a while, for example because it waits for connections to its database, and then go on. */
const isHung = ({ failure }: Pick<Answer, 'failure'>): boolean => failure?.code === 'timeout'

const isSilence = ({ failure }: Answer): boolean =>
  failure !== undefined && !['dropped', 'interrupted', 'too-large'].includes(failure.code)

/** A key that is the same whenever the same request is sent. */
export const identityOf = ({ token, method, path, query, body }: RequestDraft): string =>
  JSON.stringify([token?.name, method, path, query, body instanceof Uint8Array ? [...body] : body])

/** The state of the server and of its tokens, as known so far. */
interface Watch extends LivenessOptions {
  gone: Map<string, string>
  life: TokenLife
  away: Outages
  doubts: number
  /** Set once a token expired that the authorization server did not renew. */
  isUnrenewed: boolean
  accepted: Map<string, number>
  whole?: RequestDraft
  silent?: string
  unanswered: number
  requests: number
  late: RequestDraft[]
  /** Late requests since the last response. Many of them may have been under way together. */
  lateInARow: number
  heard: number
  asking?: Promise<void> | undefined
}

export function createLiveness(options: LivenessOptions): Liveness {
  const watch: Watch = {
    ...options,
    gone: new Map(),
    life: createTokenLife(options),
    away: createOutages({ ...options, isAway: (answer) => isCutOff(answer) || isHung(answer) }),
    doubts: 0,
    isUnrenewed: false,
    accepted: new Map(),
    unanswered: 0,
    requests: 0,
    late: [],
    lateInARow: 0,
    heard: options.now(),
  }
  return {
    begin: (draft, answer) => {
      watch.whole = draft
      watch.heard = watch.now()
      sawAccepted(watch, draft, answer)
    },
    allow: (draft) => allow(watch, draft),
    saw: async (check, draft, tamper, answer, before = watch.unanswered) => {
      if (!isForTarget(watch, draft) || !watch.whole) return
      watch.requests++
      if (isHung(answer)) sawLate(watch, draft)
      if (isSilence(answer)) return sawSilence(watch, check, answer, before)
      sawAnswer(watch)
      if (tamper || draft.invalid || !draft.token || draft.signing === 'none') return
      if (isAccepted(answer)) sawAccepted(watch, draft, answer)
      else if ((isDenied(answer) || answer.response?.status === 402) && !watch.gone.has(draft.token.name))
        await sawDenied(watch, check, draft, answer)
    },
    ask: (check) => ask(watch, check),
    isAlive: (token) => !watch.gone.has(token),
    wasRevived: watch.life.wasRevived,
    outages: () => watch.away.count() + (watch.target.grants?.outages?.count() ?? 0),
    hasLostToken: () => [...watch.gone.keys()].some((name) => watch.life.acceptedIn(name) !== undefined),
    isGivenUp: () => watch.silent !== undefined || watch.isUnrenewed,
    sentence: () => {
      const { silent, gone, away, target } = watch
      const waited = [silent ?? away.sentence(), target.grants?.outages?.sentence()]
      const all = [...new Set([...waited, ...gone.values()])].filter((one) => one !== undefined)
      return all.length > 0 ? all.join(' ') : undefined
    },
  }
}

const isForTarget = ({ target }: Watch, { baseUrl }: RequestDraft): boolean =>
  baseUrl === undefined || baseUrl === target.baseUrl

const allow = (watch: Watch, draft: RequestDraft): number => {
  const { silent, gone, unanswered } = watch
  if (!isForTarget(watch, draft)) return unanswered
  const why = silent ?? gone.get(draft.token?.name ?? '') ?? (gone.size > 0 && gone.get(identityOf(draft)))
  if (why) throw new Gone(why)
  return unanswered
}

/** Many requests at a time may make each other late. So those do not count that are sent again alone. */
const sawLate = (watch: Watch, draft: RequestDraft): void => {
  const { late, requests, target } = watch
  watch.lateInARow++
  if (!draft.alone && !isMaking(draft)) return
  late.push(draft)
  const isMany = late.length >= mostLate && late.length >= requests * partLate
  if (isMany && watch.lateInARow < late.length) watch.silent ??= whyManyLate(late, requests, target)
}

const sawSilence = async (watch: Watch, check: string, answer: Answer, before: number): Promise<void> => {
  if (before >= watch.unanswered) watch.unanswered = before + 1
  const { unanswered, lateInARow, heard, now, doubts } = watch
  const isLong = unanswered >= mostUnanswered || lateInARow >= mostLate || now() - heard >= longestSilence
  const isAway = isUndelivered(answer) || (isCutOff(answer) && doubts < mostDoubts)
  if (isLong || isAway) await ask(watch, check)
}

const ask = async (watch: Watch, check: string): Promise<void> => {
  if (watch.silent !== undefined) return
  watch.asking ??= askOnceMore(watch, check).finally(() => {
    watch.asking = undefined
  })
  await watch.asking
}

const askOnceMore = async (watch: Watch, check: string): Promise<void> => {
  const { whole, send, target, away } = watch
  if (!whole) return
  const before = away.count()
  const answer = await away.ask(() => send(check, { ...whole, once: true, alone: true }))
  if (away.count() === before) watch.doubts++
  if (isHeard(answer) && answer.response?.status !== 429) sawAnswer(watch)
  else watch.silent = whySilent(answer, target)
}

const sawAnswer = (watch: Watch): void => {
  watch.unanswered = 0
  watch.lateInARow = 0
  watch.heard = watch.now()
}

const sawAccepted = ({ accepted, life }: Watch, draft: RequestDraft, { exchange }: Answer): void => {
  if (draft.method === 'GET') life.sawRead(draft, exchange)
  else accepted.set(identityOf(draft), exchange)
}

const sawDenied = async (watch: Watch, check: string, draft: RequestDraft, answer: Answer): Promise<void> => {
  const { accepted, gone, life, target } = watch
  const { name } = draft.token ?? { name: '' }
  const identity = identityOf(draft)
  const same = accepted.get(identity)
  const before = life.acceptedIn(name)
  const isPayment = draft.operation === 'create-outgoing-payment'
  const isDead = before === undefined || (isDenied(answer) && !(await life.isAccepted(check, name)))
  const why = answer.response?.status === 401 ? draft.token?.unrenewed?.() : undefined
  if (isDead && why !== undefined) {
    watch.isUnrenewed = true
    gone.set(name, notRenewed(why))
  } else if (isDead && before !== undefined) gone.set(name, tokenDied(draft.token, before, answer, target))
  else if (same !== undefined && isPayment && answer.response?.status !== 401 && !isToBeSpent(draft, target))
    gone.set(identity, grantSpent(name, same, answer))
}

/** Checks of limits use up these tokens on purpose. */
const isToBeSpent = ({ token }: RequestDraft, { tokens }: Target): boolean =>
  limitedTokens(tokens).some(({ name }) => name === token?.name)

/** The most times that a request is sent which found nobody there, although the server answered others since. */
const mostDeliveries = 3

/**
 * Refuses to send a request that can no longer show anything, and passes every answer to the watcher. A request that
 * never reached the server is sent again once the server is back, whatever it would create.
 */
export function live(liveness: Liveness, check: string): Layer {
  return (next) => async (draft, tamper) => {
    for (let times = 1; ; times++) {
      const unanswered = liveness.allow(draft)
      const answer = await next(draft, tamper)
      await liveness.saw(check, draft, tamper, answer, unanswered)
      if (!isUndelivered(answer) || draft.once || draft.line || times >= mostDeliveries) return answer
    }
  }
}
