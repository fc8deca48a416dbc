import { PreconditionFailed } from '../../check/session.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'
import { whyStopped } from '../../probe/unreachable.ts'
import { limitedTokens, type Target } from '../../target-file/target.ts'
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
  /** Starts watching. The argument is the accepted request of the start; before it there is nothing to watch over. */
  begin: (whole: RequestDraft) => void
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
  /** Sentences that say what was given up, or undefined if nothing was. */
  sentence: () => string | undefined
}

interface LivenessOptions {
  target: Target
  /** A monotonic clock, in milliseconds. */
  now: () => number
  send: (check: string, draft: RequestDraft) => Promise<Answer>
}

/**
 * The server is asked once more after this many requests in a row without a response, or after this many milliseconds
 * of silence.
 */
const mostUnanswered = 3
const longestSilence = 20_000

/** The number of late requests, and their share of all requests, from which on a run would wait for hours. */
const mostLate = 10
const partLate = 1 / 5

/** A 429 counts as heard: the server answers, though it did not carry out the request. */
const isHeard = ({ response }: Answer): boolean => response !== undefined

const isSilence = ({ failure }: Answer): boolean =>
  failure !== undefined && !['dropped', 'interrupted', 'too-large'].includes(failure.code)

const isDenied = ({ response }: Answer): boolean => response?.status === 401 || response?.status === 403

/** A key that is the same whenever the same request is sent. */
const identityOf = ({ token, method, path, query, body }: RequestDraft): string =>
  JSON.stringify([token?.name, method, path, query, body instanceof Uint8Array ? [...body] : body])

/** The state of the server and of its tokens, as known so far. */
interface Watch extends LivenessOptions {
  gone: Map<string, string>
  lists: Map<string, { draft: RequestDraft; exchange: number }>
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
    lists: new Map(),
    accepted: new Map(),
    unanswered: 0,
    requests: 0,
    late: [],
    lateInARow: 0,
    heard: options.now(),
  }
  return {
    begin: (draft) => {
      watch.whole = draft
      watch.heard = watch.now()
    },
    allow: (draft) => allow(watch, draft),
    saw: async (check, draft, tamper, answer, before = watch.unanswered) => {
      if (!isForTarget(watch, draft) || !watch.whole) return
      watch.requests++
      if (answer.failure?.code === 'timeout') sawLate(watch, draft)
      if (isSilence(answer)) return sawSilence(watch, check, before)
      sawAnswer(watch)
      if (tamper || draft.invalid || !draft.token || draft.signing === 'none') return
      if (isAccepted(answer)) sawAccepted(watch, draft, answer)
      else if ((isDenied(answer) || answer.response?.status === 402) && !watch.gone.has(draft.token.name))
        await sawDenied(watch, check, draft, answer)
    },
    sentence: () => {
      const { silent, gone } = watch
      const all = [...new Set([...(silent === undefined ? [] : [silent]), ...gone.values()])]
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

const sawLate = (watch: Watch, draft: RequestDraft): void => {
  const { late, requests, target } = watch
  late.push(draft)
  watch.lateInARow++
  const isMany = late.length >= mostLate && late.length >= requests * partLate
  if (isMany && watch.lateInARow < late.length) watch.silent ??= manyLate(late, requests, target)
}

const sawSilence = async (watch: Watch, check: string, before: number): Promise<void> => {
  if (before >= watch.unanswered) watch.unanswered = before + 1
  const { unanswered, lateInARow, heard, silent, now } = watch
  const isLong = unanswered >= mostUnanswered || lateInARow >= mostLate || now() - heard >= longestSilence
  if (!isLong || silent !== undefined) return
  watch.asking ??= askOnceMore(watch, check).finally(() => {
    watch.asking = undefined
  })
  await watch.asking
}

const askOnceMore = async (watch: Watch, check: string): Promise<void> => {
  const { whole, send, target } = watch
  if (!whole) return
  const answer = await send(check, { ...whole, once: true })
  if (isHeard(answer) && answer.response?.status !== 429) sawAnswer(watch)
  else watch.silent = whySilent(answer, target)
}

const sawAnswer = (watch: Watch): void => {
  watch.unanswered = 0
  watch.lateInARow = 0
  watch.heard = watch.now()
}

const sawAccepted = ({ accepted, lists }: Watch, draft: RequestDraft, { exchange }: Answer): void => {
  const name = draft.token?.name ?? ''
  if (draft.method !== 'GET') accepted.set(identityOf(draft), exchange)
  else if (draft.operation?.startsWith('list-') || !lists.has(name)) lists.set(name, { draft, exchange })
}

const sawDenied = async (watch: Watch, check: string, draft: RequestDraft, answer: Answer): Promise<void> => {
  const { lists, accepted, gone, target, send } = watch
  const { name } = draft.token ?? { name: '' }
  const before = lists.get(name)
  const identity = identityOf(draft)
  const same = accepted.get(identity)
  if (before && isDenied(answer) && isDenied(await send(check, { ...before.draft, once: true })))
    gone.set(name, tokenDied(name, before.exchange, answer, target))
  else if (same !== undefined && draft.operation === 'create-outgoing-payment' && !isToBeSpent(draft, target))
    gone.set(identity, grantSpent(name, same, answer))
}

/** Checks of limits use up these tokens on purpose. */
const isToBeSpent = ({ token }: RequestDraft, { tokens }: Target): boolean =>
  limitedTokens(tokens).some(({ name }) => name === token?.name)

/** Refuses to send a request that can no longer show anything, and passes every answer to the watcher. */
export function live(liveness: Liveness, check: string): Layer {
  return (next) => async (draft, tamper) => {
    const unanswered = liveness.allow(draft)
    const answer = await next(draft, tamper)
    await liveness.saw(check, draft, tamper, answer, unanswered)
    return answer
  }
}

const whySilent = ({ failure }: Answer, target: Target): string =>
  failure && failure.code !== 'throttled'
    ? whyStopped(failure, target)
    : `The server keeps answering 429 (too many requests). Lower limits.requestsPerSecond in ${target.file}.`

const manyLate = (late: readonly RequestDraft[], requests: number, { connection, file }: Target): string => {
  const operations = [...new Set(late.map(({ operation = 'others' }) => operation))].sort().join(', ')
  return `${late.length} of ${requests} requests got no complete response within ${connection.requestTimeout} ms (${operations}). Check whether the server hangs there, or raise limits.requestTimeout in ${file}.`
}

const tokenDied = (name: string, before: number, { exchange, response }: Answer, { file }: Target): string =>
  `${name} was accepted in exchange ${before} and is refused (${response?.status}) since exchange ${exchange}: it expired during the run. Give a token in ${file} that is valid for longer, or a command that gets a new token in time ({ command, expiresIn }).`

const grantSpent = (name: string, before: number, { exchange, response }: Answer): string =>
  `A payment with ${name} that was accepted in exchange ${before} is refused (${response?.status}) since exchange ${exchange}: the grant behind the token, or the money of the wallet, is probably used up. Give a token that may spend more, put money into the wallet, or lower limits.debitBudget.`
