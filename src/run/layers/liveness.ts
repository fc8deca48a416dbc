import { PreconditionFailed } from '../../check/session.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import { fieldsIn, type RequestDraft, type Tamper } from '../../http/draft.ts'
import { isUndelivered } from '../../http/outages.ts'
import { isLimitedToken, type Target } from '../../target-file/target.ts'
import { createServerLife, type ServerLife, type ServerLifeOptions } from './server-life.ts'
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
  /** Returns true while the run waits for the server, or for the authorization server. */
  isWaiting: () => boolean
  /** Returns true if a token that was accepted can no longer be used. */
  hasLostToken: () => boolean
  /** Returns true if no further request is sent to the server. */
  isGivenUp: () => boolean
  /** Sentences that say what was given up or waited for, or undefined if nothing was. */
  sentence: () => string | undefined
}

/** A key that is the same whenever the same request is sent. */
export const identityOf = ({ token, method, path, query, body }: RequestDraft): string =>
  JSON.stringify([token?.name, method, path, query, body instanceof Uint8Array ? [...body] : body])

/** The state of the server and of its tokens, as known so far. */
interface Watch {
  target: Target
  /** Undefined before a request of the start was accepted. */
  server?: ServerLife
  life: TokenLife
  /** The reasons why tokens and requests are not used any more, by token name and by identity. */
  gone: Map<string, string>
  /** Set once a token expired that the authorization server did not renew. */
  isUnrenewed: boolean
  /** The exchanges in which requests that are not reads were accepted, by identity. */
  accepted: Map<string, number>
}

export function createLiveness(options: TokenLifeOptions & ServerLifeOptions): Liveness {
  const { target } = options
  const watch: Watch = {
    target,
    gone: new Map(),
    life: createTokenLife(options),
    isUnrenewed: false,
    accepted: new Map(),
  }
  const outages = () => [watch.server?.outages, target.grants?.outages].filter((one) => one !== undefined)
  return {
    begin: (draft, answer) => {
      watch.server = createServerLife(options, draft)
      sawAccepted(watch, draft, answer)
    },
    allow: (draft) => allow(watch, draft),
    saw: async (check, draft, tamper, answer, before = watch.server?.unanswered() ?? 0) => {
      if (!isForTarget(watch, draft) || !watch.server) return
      await watch.server.saw(check, draft, answer, before)
      if (!tamper && !draft.invalid && draft.token && draft.signing !== 'none')
        await sawUseOf(watch, check, draft, answer)
    },
    ask: async (check) => watch.server?.ask(check),
    isAlive: (token) => !watch.gone.has(token),
    wasRevived: watch.life.wasRevived,
    outages: () => outages().reduce((sum, one) => sum + one.count(), 0),
    isWaiting: () => outages().some((one) => one.isUnderWay()),
    hasLostToken: () => [...watch.gone.keys()].some((name) => watch.life.lastAccepted(name) !== undefined),
    isGivenUp: () => watch.server?.silent() !== undefined || watch.isUnrenewed,
    sentence: () => {
      const waited = [
        watch.server?.silent() ?? watch.server?.outages.sentence(),
        target.grants?.outages?.sentence(),
      ]
      const all = [...new Set([...waited, ...watch.gone.values()])].filter((one) => one !== undefined)
      return all.length > 0 ? all.join(' ') : undefined
    },
  }
}

const isForTarget = ({ target }: Watch, { baseUrl }: RequestDraft): boolean =>
  baseUrl === undefined || baseUrl === target.baseUrl

const allow = (watch: Watch, draft: RequestDraft): number => {
  const { server, gone } = watch
  const unanswered = server?.unanswered() ?? 0
  if (!isForTarget(watch, draft)) return unanswered
  const why =
    server?.silent() ?? gone.get(draft.token?.name ?? '') ?? (gone.size > 0 && gone.get(identityOf(draft)))
  if (why) throw new Gone(why)
  return unanswered
}

/** Takes the answer to a valid request with a token. */
const sawUseOf = async (watch: Watch, check: string, draft: RequestDraft, answer: Answer): Promise<void> => {
  if (isAccepted(answer)) sawAccepted(watch, draft, answer)
  else if ((isDenied(answer) || answer.response?.status === 402) && !watch.gone.has(draft.token?.name ?? ''))
    await sawDenied(watch, check, draft, answer)
}

/** A quote is paid once. That the same payment of a quote is refused later says nothing about the grant. */
const sawAccepted = ({ accepted, life }: Watch, draft: RequestDraft, { exchange }: Answer): void => {
  if (draft.method === 'GET') life.sawRead(draft, exchange)
  else if (fieldsIn(draft)['quoteId'] === undefined) accepted.set(identityOf(draft), exchange)
}

const sawDenied = async (watch: Watch, check: string, draft: RequestDraft, answer: Answer): Promise<void> => {
  const { accepted, gone, life, target } = watch
  const { name } = draft.token ?? { name: '' }
  const identity = identityOf(draft)
  const same = accepted.get(identity)
  const before = life.lastAccepted(name)
  const isPayment = draft.operation === 'create-outgoing-payment'
  const isDead = before === undefined || (isDenied(answer) && !(await life.isAccepted(check, name)))
  const why = answer.response?.status === 401 ? draft.token?.unrenewed?.() : undefined
  if (isDead && why !== undefined) {
    watch.isUnrenewed = true
    gone.set(name, notRenewed(why))
  } else if (isDead && before !== undefined) gone.set(name, tokenDied(draft.token, before, answer, target))
  else if (
    same !== undefined &&
    isPayment &&
    answer.response?.status !== 401 &&
    !isLimitedToken(draft.token, target.tokens)
  )
    gone.set(identity, grantSpent(name, same, answer))
}

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
