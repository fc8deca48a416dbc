import { MissingPrerequisite, PreconditionFailed } from '../check/needs/prerequisites.ts'
import type { ServerClock } from '../check/session.ts'
import type { Amount } from '../core/amount.ts'
import type { Environment } from '../core/environment.ts'
import { isObject } from '../core/json.ts'
import type { Receiver, ReceiverKind } from '../core/receiver.ts'
import type { TellWaiting } from '../core/waiting.ts'
import { type Answer, isAccepted } from '../http/answers/answer.ts'
import { answerInFull } from '../http/answers/answer-in-full.ts'
import type { RequestDraft } from '../http/draft.ts'
import { isReceiverUrl } from '../target-file/receiver-url.ts'
import type { ReceiverSource } from '../target-file/target.ts'

/** What is to be made, and where. */
export interface WantedReceiver {
  source: Extract<ReceiverSource, { kind: 'create' }>
  kind: ReceiverKind
  incomingAmount: Amount | undefined
}

export interface ReceiverMaking extends Pick<Environment, 'wait'> {
  /** By the server's clock, as far as it is known. */
  now: () => Date
  send: (draft: RequestDraft) => Promise<Answer>
  /** The longest wait for an expiry, in milliseconds. */
  maxWait: number
  /** Moved on instead, where it can be. */
  serverClock?: ServerClock | undefined
  /** Told of the wait. */
  waiting?: TellWaiting | undefined
}

// An expiry that lies ahead is what a server takes; the second is for its clock.
const lifetime = 5000
const untilExpired = lifetime + 1000
/** Of one that shall expire while it is used: time enough to pay into it before. */
const shortLife = 30_000

/**
 * Has a receiver made by POST /incoming-payments, as Open Payments defines it: with an incomingAmount for a fixed one,
 * completed for a completed one, short-lived where it shall expire, and then waited for (or the server's time moved on) where it shall have expired. Whether it is of another
 * asset, or payments to it fail, the source's wallet decides.
 */
export async function createReceiver(
  wanted: WantedReceiver,
  { send, now, wait, maxWait, serverClock, waiting }: ReceiverMaking,
): Promise<Receiver> {
  const { source, kind, incomingAmount } = wanted
  if (kind === 'fixed' && !incomingAmount)
    throw unmet(wanted, 'the asset of walletAddress is unknown', 'give walletAsset')
  if (kind === 'expired' && !serverClock && maxWait < untilExpired) throw tooLong(maxWait)
  const expiresIn = { expired: lifetime, expiring: shortLife }[kind as string]
  const answer = await send(
    posted(source, '/incoming-payments', {
      walletAddress: source.walletAddress,
      ...(incomingAmount ? { incomingAmount } : {}),
      ...(expiresIn === undefined ? {} : { expiresAt: new Date(now().getTime() + expiresIn).toISOString() }),
    }),
  )
  const url = idIn(wanted, answer)
  if (kind === 'completed') await complete(wanted, url, send)
  if (kind === 'expired' && serverClock) await serverClock.advance(untilExpired)
  else if (kind === 'expired') {
    const ended = waiting?.({ what: 'a receiver to expire', left: untilExpired })
    await wait(untilExpired).finally(ended)
  }
  return { url, ...(incomingAmount ? { incomingAmount } : {}) }
}

const posted = ({ baseUrl, token }: WantedReceiver['source'], path: string, body?: object): RequestDraft => ({
  method: 'POST',
  baseUrl,
  path,
  token,
  ...(body ? { body } : {}),
})

const idIn = (wanted: WantedReceiver, answer: Answer): string => {
  if (!isAccepted(answer)) throw refused(wanted, answer)
  const { json } = answer.response ?? {}
  const id = isObject(json) ? json['id'] : undefined
  if (typeof id === 'string' && isReceiverUrl(id)) return id
  throw unmet(
    wanted,
    `POST ${answer.url} was accepted, but its id is not the URL of an incoming payment`,
    'list them',
  )
}

/** Below the source's baseUrl: a URL that a server names gets no credentials. */
const complete = async (wanted: WantedReceiver, url: string, send: ReceiverMaking['send']): Promise<void> => {
  const [, id = ''] = /^.*\/incoming-payments\/([^/?#]+)/.exec(url) ?? []
  const answer = await send(posted(wanted.source, `/incoming-payments/${id}/complete`))
  if (!isAccepted(answer)) throw refused(wanted, answer)
}

const refused = (wanted: WantedReceiver, answer: Answer): PreconditionFailed =>
  unmet(
    wanted,
    `POST ${answer.url} was not accepted (${answerInFull(answer)})`,
    `check that its token may create incoming payments on ${wanted.source.walletAddress}, or list the payments`,
  )

const unmet = ({ kind }: WantedReceiver, fact: string, next: string): PreconditionFailed =>
  new PreconditionFailed(`receivers.${kind}.create: ${fact}; ${next}`)

const tooLong = (maxWait: number): MissingPrerequisite =>
  new MissingPrerequisite(
    `receivers.expired.create in the target file: needs ${untilExpired / 1000} s, limits.maxWait is ${maxWait / 1000} s`,
  )
