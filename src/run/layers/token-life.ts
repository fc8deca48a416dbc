import { createQueue, type Queue } from '../../core/queue.ts'
import type { Answer } from '../../http/answers/answer.ts'
import { answerInFull } from '../../http/answers/answer-in-full.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Credential, Target } from '../../target-file/target.ts'
import type { Quiet } from './quiet.ts'

/** Tells a token that has expired from one that the server refuses at times. */
export interface TokenLife {
  /** Remembers a GET that was accepted. */
  sawRead: (draft: RequestDraft, exchange: number) => void
  lastAccepted: (token: string) => AcceptedRead | undefined
  /**
   * Asks whether the server still accepts a token, and renews it if it does not. All requests that are refused meanwhile
   * wait for the same response.
   */
  isAccepted: (check: string, token: string) => Promise<boolean>
  /** Returns true if the token was refused for a while and then accepted again. */
  wasRevived: (token: string) => boolean
}

export interface TokenLifeOptions {
  target: Target
  quiet: Pick<Quiet, 'during'>
  wait: (milliseconds: number) => Promise<void>
  send: (check: string, draft: RequestDraft) => Promise<Answer>
}

interface AcceptedRead {
  draft: RequestDraft
  exchange: number
  /** The milliseconds by which the run had moved the server's time before. */
  aged: number
}

/**
 * The pauses, in milliseconds, before each further request with a token that was refused. A server may refuse a live
 * token for a while: a cached refusal, a lock, a cache that lost the key.
 */
const pauses = [0, 300, 1000, 3000]

/** The number of times that a token is found to be alive after refusals. After that it is not doubted any more. */
const mostRevivals = 10

/** Returns true for the statuses by which a server refuses a token. */
export const isDenied = ({ response }: Answer): boolean =>
  response?.status === 401 || response?.status === 403

/** A run knows these facts about its tokens. */
interface Tokens extends TokenLifeOptions {
  /** The last accepted GET of each operation, by token. */
  reads: Map<string, Map<string | undefined, AcceptedRead>>
  revivals: Map<string, number>
  proofs: Map<string, Promise<boolean>>
  /** The exchanges in which dead tokens were last accepted before they were renewed. */
  renewals: Map<string, number>
  /** This queue is separate from that of the quiet layer, because a retry that waits there may wait for a proof. */
  inTurn: Queue
}

export function createTokenLife(options: TokenLifeOptions): TokenLife {
  const tokens: Tokens = {
    ...options,
    reads: new Map(),
    revivals: new Map(),
    proofs: new Map(),
    renewals: new Map(),
    inTurn: createQueue(),
  }
  const { reads, revivals, proofs, renewals } = tokens
  return {
    sawRead: (draft, exchange) => {
      const name = draft.token?.name ?? ''
      const ofToken = reads.get(name) ?? new Map<string | undefined, AcceptedRead>()
      reads.set(name, ofToken.set(draft.operation, { draft, exchange, aged: agedIn(options.target) }))
    },
    lastAccepted: (name) => readsOf(tokens, name)[0],
    isAccepted: (check, name) => {
      const known = proofs.get(name)
      if (known) return known
      const proof = prove(tokens, check, name).finally(() => proofs.delete(name))
      proofs.set(name, proof)
      return proof
    },
    wasRevived: (name) => revivals.has(name) || renewals.has(name),
  }
}

/** Lists come first, because they do not depend on a single resource. */
const readsOf = ({ reads }: Tokens, name: string): AcceptedRead[] =>
  [...(reads.get(name) ?? [])]
    .sort(([one], [other]) => Number(other?.startsWith('list-')) - Number(one?.startsWith('list-')))
    .map(([, read]) => read)

const isRefused = async ({ send }: Tokens, check: string, question: RequestDraft): Promise<boolean> =>
  isDenied(await send(check, { ...question, once: true }))

/** Sends an accepted read again. If it is refused, the token is tried further. */
const prove = async (tokens: Tokens, check: string, name: string): Promise<boolean> => {
  const { revivals, quiet } = tokens
  const [list, elsewhere = list] = readsOf(tokens, name)
  const times = revivals.get(name) ?? 0
  if (!list || !elsewhere || times >= mostRevivals) return true
  if (!(await isRefused(tokens, check, list.draft))) return true
  const isAlive = await quiet.during(() => tryAgain(tokens, check, list.draft, elsewhere.draft))
  if (isAlive) revivals.set(name, times + 1)
  return isAlive || isRenewed(tokens, check, name, list)
}

/**
 * Tries a token elsewhere, with another operation on a new connection, then as before, and both again later. Nothing
 * else is sent meanwhile, and nothing at all between the two: the first may be refused because of an earlier request.
 */
const tryAgain = async (
  tokens: Tokens,
  check: string,
  list: RequestDraft,
  elsewhere: RequestDraft,
): Promise<boolean> => {
  const onNewConnection = { ...elsewhere, line: { requests: 1 } }
  for (const pause of pauses) {
    if (pause > 0) await tokens.wait(pause)
    const areRefused = await tokens.inTurn(
      async () => (await isRefused(tokens, check, onNewConnection)) && (await isRefused(tokens, check, list)),
    )
    if (!areRefused) return true
  }
  return false
}

/** Renews a token that is dead, unless it was not accepted since it was last renewed. */
const isRenewed = async (
  tokens: Tokens,
  check: string,
  name: string,
  { draft, exchange }: AcceptedRead,
): Promise<boolean> => {
  const { token } = draft
  if (!token?.renewed || tokens.renewals.get(name) === exchange) return false
  tokens.renewals.set(name, exchange)
  return (await token.renewed(await token.value(), true)) && !(await isRefused(tokens, check, draft))
}

/** Says why tokens are refused that the run could have renewed, in the same words for all of them. */
export const notRenewed = (why: string): string =>
  `Tokens that the server refused during the run could not be renewed: ${why}.`

const agedIn = ({ aged }: Target): number => aged?.() ?? 0

/** Says that a token which was accepted is refused now, and what to do. */
export const tokenDied = (
  token: Credential | undefined,
  before: AcceptedRead,
  answer: Answer,
  target: Target,
): string => {
  const fact = `${token?.name} was accepted in exchange ${before.exchange} and is refused (${answerInFull(answer)}) since exchange ${answer.exchange}`
  const clocks = otherClock(agedIn(target) - before.aged)
  if (token?.source === 'authorization server')
    return `${fact}, although the authorization server gave it for this run: look at the log of the server.${clocks}`
  const why = 'it expired during the run, or the server shuts a client out after many refusals'
  return token?.source === 'command'
    ? `${fact}, and so is the token that its command printed then: ${why}. Have the command print a new token each time.${clocks}`
    : `${fact}: ${why}. Give a token in ${target.file} that is valid for longer, or a command that gets a new token in time ({ command, expiresIn }).${clocks}`
}

/** Moves of less than a second, such as those that show whether the time stands still, make no difference. */
const otherClock = (moved: number): string =>
  moved < 1000
    ? ''
    : ` The run moved the server's time by ${Math.round(moved / 1000)} s in between: check whether the server verifies signatures and tokens by the clock that is moved.`

/** Says that a payment which was accepted is refused now, and what to do. */
export const grantSpent = (name: string, before: number, { exchange, response }: Answer): string =>
  `A payment with ${name} that was accepted in exchange ${before} is refused (${response?.status}) since exchange ${exchange}: the grant behind the token, or the money of the wallet, is probably used up, or the server limits payments for a time. Give a token that may spend more, put money into the wallet, lift such a limit for the run, or lower limits.debitBudget.`
