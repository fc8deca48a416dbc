import { MissingPrerequisite, type Session } from '../../src/check/session.ts'
import { type Amount, isAtMost } from '../../src/core/amount.ts'
import { asText } from '../../src/core/json.ts'
import { onceFor } from '../../src/core/once.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import { fieldOf } from '../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { readingReceivers } from '../../src/probe/look-at-receiver.ts'
import { isOnServer } from '../../src/target-file/target-urls.ts'
import { amountIn, flagIn, momentIn } from './fields.ts'
import { getIncomingPayment } from './requests.ts'

/** The state of a receiver, as it shows it to whoever may read it. */
export interface Received {
  receivedAmount: Amount
  incomingAmount: Amount | undefined
  /** The flag, or undefined if the response does not say, as in the public form. */
  completed: boolean | undefined
  /** Milliseconds. */
  expiresAt: number | undefined
  answer: Answer
}

/**
 * Returns true if a receiver is on the server under test, so that this server has to show its state. A read shows
 * whether it is there.
 */
export function isHere({ target }: Session, url: string): boolean {
  return isOnServer(target, url)
}

/** Returns the prerequisite that is missing to read the receiver. */
export function unread(session: Session, url: string): MissingPrerequisite {
  return isHere(session, url)
    ? new MissingPrerequisite('receivers.access in the target file: a token that may read the receivers')
    : new MissingPrerequisite(
        `receivers on the server under test, because no others are read; if it is also ${originOf(url)}, name that under origins in the target file`,
      )
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'at their origin')

/** Reads a receiver. Returns undefined if it lies elsewhere or does not show what it received. */
export async function readReceiver(session: Session, url: string): Promise<Received | undefined> {
  if (!isHere(session, url)) return undefined
  const seen = await seeReceiver(session, url)
  if (seen) await showPublicly(session, url, seen)
  return seen
}

/** The last digits of the received amounts that were shown in the public form, for each run. */
const seenByOthers = onceFor((_: Session['supplies']) => new Set<string>())

/**
 * Requests a receiver in its public form as well, for the rules on responses. It does so once for each last digit of
 * the received amount, because a server may write only some numbers wrongly.
 */
async function showPublicly(session: Session, url: string, { receivedAmount }: Received): Promise<void> {
  const { otherWallet, receivers } = session.target
  if (!otherWallet || receivers.accessBaseUrl !== undefined) return
  const seen = seenByOthers(session.supplies)
  const digit = receivedAmount.value.slice(-1)
  if (seen.has(digit)) return
  seen.add(digit)
  await session.send({ ...askReceiver(session, url), token: otherWallet.token })
}

/**
 * Reads a receiver that may lie on another server, if the target file says where it is read. For purposes that are not
 * judged.
 */
export async function seeReceiver(session: Session, url: string): Promise<Received | undefined> {
  return isHere(session, url) || session.target.receivers.accessBaseUrl !== undefined
    ? receivedIn(await session.send(askReceiver(session, url)), url)
    : undefined
}

/** Returns true if a receiver has received its incomingAmount, or more. */
export function isFull({ receivedAmount, incomingAmount }: Omit<Received, 'answer'>): boolean {
  return incomingAmount !== undefined && isAtMost(incomingAmount, receivedAmount) === true
}

/**
 * Returns true if the profile leaves open what a completed receiver accepts, because its client may have completed it
 * before it was full.
 */
export function isOpenOnceCompleted({ target: { profile } }: Session, seen: Received): boolean {
  return profile.operations.includes('complete-incoming-payment') && !isFull(seen)
}

/** The completed receivers that must not accept anything, for each run. */
const closedReceivers = onceFor((_: Session['supplies']) => new Map<string, Promise<boolean>>())

const isClosed = async (session: Session, url: string): Promise<boolean> => {
  const seen = await readReceiver(session, url)
  return seen !== undefined && !isOpenOnceCompleted(session, seen)
}

/** Throws MissingPrerequisite if the profile leaves open what this completed receiver accepts. */
export async function needClosed(session: Session, url: string): Promise<void> {
  if (!session.target.profile.operations.includes('complete-incoming-payment')) return
  const known = closedReceivers(session.supplies)
  const looked = known.get(url) ?? isClosed(session, url)
  known.set(url, looked)
  if (await looked) return
  throw new MissingPrerequisite(
    'receivers.completed in the target file: a receiver that has received its incomingAmount, and a token in receivers.access that shows it',
  )
}

/**
 * Drafts the GET of a receiver at the place and with the token that may read it. On another server, the operation is
 * not judged.
 */
export function askReceiver(session: Session, url: string): RequestDraft {
  const { baseUrl, receivers } = session.target
  const { accessBaseUrl = baseUrl } = receivers
  const { token: _, operation, ...read } = getIncomingPayment(session, url)
  const draft = { ...read, ...readingReceivers(session.target) }
  if (accessBaseUrl === baseUrl) return { ...draft, ...(operation ? { operation } : {}) }
  const isJudged = operation !== undefined && isHere(session, `${accessBaseUrl}/`)
  return { ...draft, baseUrl: accessBaseUrl, ...(isJudged ? { operation } : {}) }
}

/**
 * Reads the state of a receiver from a response. Returns undefined if the response does not show what that receiver
 * received.
 */
export function receivedIn(answer: Answer, url: string): Received | undefined {
  const receivedAmount = isAccepted(answer) ? amountIn(answer, 'receivedAmount') : undefined
  const id = fieldOf(answer, 'id')
  if (!receivedAmount || (id !== undefined && !isSameUrl(asText(id), url))) return undefined
  return {
    receivedAmount,
    incomingAmount: amountIn(answer, 'incomingAmount'),
    completed: flagIn(answer, 'completed'),
    expiresAt: momentIn(answer, 'expiresAt'),
    answer,
  }
}
