import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import {
  createOutages,
  isCutOff,
  isUndelivered,
  type OutageOptions,
  type Outages,
} from '../../http/outages.ts'
import { whyManyLate, whySilent } from '../../probe/unreachable.ts'
import type { Target } from '../../target-file/target.ts'
import { isMaking } from './retry.ts'

/** Watches whether the server answers. A run waits while the server restarts, and ends if the server stays silent. */
export interface ServerLife {
  outages: Omit<Outages, 'ask'>
  /** Returns the number of requests in a row that had no response so far. */
  unanswered: () => number
  /**
   * Takes what came of a request. `before` is the number of requests without a response when it was sent. Of several
   * parallel requests that get no response, one counts.
   */
  saw: (check: string, draft: RequestDraft, answer: Answer, before: number) => Promise<void>
  /** Asks whether the server is still there, and waits for it if it is not. */
  ask: (check: string) => Promise<void>
  /** Says why no further request is sent, or undefined if the server is there. */
  silent: () => string | undefined
}

export interface ServerLifeOptions extends OutageOptions {
  target: Target
  send: (check: string, draft: RequestDraft) => Promise<Answer>
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

/** A server may hang for a while, for example because it waits for connections to its database, and then go on. */
const isHung = ({ failure }: Pick<Answer, 'failure'>): boolean => failure?.code === 'timeout'

const isSilence = ({ failure }: Answer): boolean =>
  failure !== undefined && !['dropped', 'interrupted', 'too-large'].includes(failure.code)

/** The state of the server, as known so far. */
interface Watch extends ServerLifeOptions {
  /** The request that asks whether the server is there. It was accepted at the start. */
  whole: RequestDraft
  away: Outages
  doubts: number
  silent?: string
  unanswered: number
  requests: number
  late: RequestDraft[]
  /** Late requests since the last response. Many of them may have been under way together. */
  lateInARow: number
  heard: number
  asking?: Promise<void> | undefined
}

export function createServerLife(options: ServerLifeOptions, whole: RequestDraft): ServerLife {
  const watch: Watch = {
    ...options,
    whole,
    away: createOutages({ ...options, isAway: (answer) => isCutOff(answer) || isHung(answer) }),
    doubts: 0,
    unanswered: 0,
    requests: 0,
    late: [],
    lateInARow: 0,
    heard: options.now(),
  }
  return {
    outages: watch.away,
    unanswered: () => watch.unanswered,
    saw: async (check, draft, answer, before) => {
      watch.requests++
      if (isHung(answer)) sawLate(watch, draft)
      if (isSilence(answer)) await sawSilence(watch, check, answer, before)
      else sawAnswer(watch)
    },
    ask: (check) => ask(watch, check),
    silent: () => watch.silent,
  }
}

/**
 * Many requests at a time may make each other late. Requests that are sent again alone therefore do not count.
 */
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
  const before = away.count()
  const answer = await away.ask(() => send(check, { ...whole, once: true, alone: true }))
  if (away.count() === before) watch.doubts++
  // A 429 counts as no answer here, because the server did not carry out the request.
  if (answer.response && answer.response.status !== 429) sawAnswer(watch)
  else watch.silent = whySilent(answer, target)
}

const sawAnswer = (watch: Watch): void => {
  watch.unanswered = 0
  watch.lateInARow = 0
  watch.heard = watch.now()
}
