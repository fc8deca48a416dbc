import { PreconditionFailed } from '../../check/session.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'
import { likeliestCause } from '../../probe/likeliest-cause.ts'
import { limitedTokens, type Target } from '../../target-file/target.ts'
import type { Layer } from './transport.ts'

/** Thrown instead of sending what cannot tell anything any more. Controls that are still to come do not hold then. */
export class Gone extends PreconditionFailed {
  override readonly isOfRun = true
}

/** Watches over a run: whether the server still answers, and whether tokens that it accepted are still alive. */
export interface Liveness {
  /** The run goes on from this request of the start, which was accepted: until then there is nothing to watch over. */
  begin: (whole: RequestDraft) => void
  /** Throws Gone if nothing can be learned by sending this; gives how many in a row had no answer until then. */
  allow: (draft: RequestDraft) => number
  /** Takes the answer to what a check sent. Of requests under way together that get no answer, one counts: `before` is what `allow` gave. */
  saw: (
    check: string,
    draft: RequestDraft,
    tamper: Tamper | undefined,
    answer: Answer,
    before?: number,
  ) => Promise<void>
  /** What was given up, in sentences; undefined where nothing was. */
  sentence: () => string | undefined
}

interface LivenessOptions {
  target: Target
  /** Milliseconds that never go back. */
  now: () => number
  send: (check: string, draft: RequestDraft) => Promise<Answer>
}

/** Requests in a row without an answer, or milliseconds of them, after which the server is asked once more. */
const mostUnanswered = 3
const longestSilence = 20_000

/** Requests without an answer in time, and their part of all, at which a run would wait for hours. */
const mostLate = 10
const partLate = 1 / 5

/** 429 says that the request was not carried out. */
const isHeard = ({ response }: Answer): boolean => response !== undefined

const isSilence = ({ failure }: Answer): boolean =>
  failure !== undefined && !['dropped', 'interrupted', 'too-large'].includes(failure.code)

const isDenied = ({ response }: Answer): boolean => response?.status === 401 || response?.status === 403

/** The same request, whenever it is sent. */
const identityOf = ({ token, method, path, query, body }: RequestDraft): string =>
  JSON.stringify([token?.name, method, path, query, body instanceof Uint8Array ? [...body] : body])

export function createLiveness({ target, now, send }: LivenessOptions): Liveness {
  const gone = new Map<string, string>()
  const lists = new Map<string, { draft: RequestDraft; exchange: number }>()
  const accepted = new Map<string, number>()
  let whole: RequestDraft | undefined
  let silent: string | undefined
  let unanswered = 0
  let requests = 0
  const late: RequestDraft[] = []
  /** Of those that were late since the last answer; many may have been under way together. */
  let lateInARow = 0
  let heard = now()
  let asking: Promise<void> | undefined

  const askOnceMore = async (check: string): Promise<void> => {
    if (!whole) return
    const answer = await send(check, { ...whole, once: true })
    if (isHeard(answer) && answer.response?.status !== 429) {
      unanswered = 0
      lateInARow = 0
      heard = now()
    } else silent = whySilent(answer, target)
  }

  const sawSilence = async (check: string, before: number): Promise<void> => {
    if (before >= unanswered) unanswered = before + 1
    const isLong = unanswered >= mostUnanswered || lateInARow >= mostLate || now() - heard >= longestSilence
    if (!isLong || silent !== undefined) return
    asking ??= askOnceMore(check).finally(() => {
      asking = undefined
    })
    await asking
  }

  const sawLate = (draft: RequestDraft): void => {
    late.push(draft)
    lateInARow++
    const isMany = late.length >= mostLate && late.length >= requests * partLate
    if (isMany && lateInARow < late.length) silent ??= manyLate(late, requests, target)
  }

  const sawAccepted = (draft: RequestDraft, { exchange }: Answer): void => {
    const name = draft.token?.name ?? ''
    if (draft.method !== 'GET') accepted.set(identityOf(draft), exchange)
    else if (draft.operation?.startsWith('list-') || !lists.has(name)) lists.set(name, { draft, exchange })
  }

  const sawDenied = async (check: string, draft: RequestDraft, answer: Answer): Promise<void> => {
    const { name } = draft.token ?? { name: '' }
    const before = lists.get(name)
    const identity = identityOf(draft)
    const same = accepted.get(identity)
    if (before && isDenied(answer) && isDenied(await send(check, { ...before.draft, once: true })))
      gone.set(name, tokenDied(name, before.exchange, answer, target))
    else if (same !== undefined && draft.operation === 'create-outgoing-payment' && !isToBeSpent(draft))
      gone.set(identity, grantSpent(name, same, answer))
  }

  /** Checks of limits spend these tokens on purpose. */
  const isToBeSpent = ({ token }: RequestDraft): boolean =>
    limitedTokens(target.tokens).some(({ name }) => name === token?.name)

  const isForTarget = ({ baseUrl }: RequestDraft): boolean =>
    baseUrl === undefined || baseUrl === target.baseUrl

  return {
    begin: (draft) => {
      whole = draft
      heard = now()
    },
    allow: (draft) => {
      if (!isForTarget(draft)) return unanswered
      const why =
        silent ?? gone.get(draft.token?.name ?? '') ?? (gone.size > 0 && gone.get(identityOf(draft)))
      if (why) throw new Gone(why)
      return unanswered
    },
    saw: async (check, draft, tamper, answer, before = unanswered) => {
      if (!isForTarget(draft) || !whole) return
      requests++
      if (answer.failure?.code === 'timeout') sawLate(draft)
      if (isSilence(answer)) return sawSilence(check, before)
      unanswered = 0
      lateInARow = 0
      heard = now()
      if (tamper || draft.invalid || !draft.token || draft.signing === 'none') return
      if (isAccepted(answer)) sawAccepted(draft, answer)
      else if ((isDenied(answer) || answer.response?.status === 402) && !gone.has(draft.token.name))
        await sawDenied(check, draft, answer)
    },
    sentence: () => {
      const all = [...new Set([...(silent === undefined ? [] : [silent]), ...gone.values()])]
      return all.length > 0 ? all.join(' ') : undefined
    },
  }
}

/** Sends nothing that cannot tell anything any more, and shows every answer to whoever watches. */
export function live(liveness: Liveness, check: string): Layer {
  return (next) => async (draft, tamper) => {
    const unanswered = liveness.allow(draft)
    const answer = await next(draft, tamper)
    await liveness.saw(check, draft, tamper, answer, unanswered)
    return answer
  }
}

const whySilent = (answer: Answer, target: Target): string =>
  answer.response || answer.failure?.code === 'throttled'
    ? `The server keeps answering 429 (too many requests). Lower limits.requestsPerSecond in ${target.file}.`
    : `The server answered at first, but then stopped. ${likeliestCause(answer, target)}`

const manyLate = (late: readonly RequestDraft[], requests: number, { connection, file }: Target): string => {
  const operations = [...new Set(late.map(({ operation = 'others' }) => operation))].sort().join(', ')
  return `${late.length} of ${requests} requests got no complete response within ${connection.requestTimeout} ms (${operations}). Check whether the server hangs there, or raise limits.requestTimeout in ${file}.`
}

const tokenDied = (name: string, before: number, { exchange, response }: Answer, { file }: Target): string =>
  `${name} was accepted in exchange ${before} and is refused (${response?.status}) since exchange ${exchange}: it expired during the run. Give a token in ${file} that is valid for longer, or a command that gets a new token in time ({ command, expiresIn }).`

const grantSpent = (name: string, before: number, { exchange, response }: Answer): string =>
  `A payment with ${name} that was accepted in exchange ${before} is refused (${response?.status}) since exchange ${exchange}: the grant behind the token, or the money of the wallet, is probably used up. Give a token that may spend more, put money into the wallet, or lower limits.debitBudget.`
