import { MissingPrerequisite, PreconditionFailed } from '../check/needs/prerequisites.ts'
import type { ServerClock } from '../check/session.ts'
import type { Amount } from '../core/amount.ts'
import type { Environment, TellWaiting } from '../core/environment.ts'
import type { Receiver, ReceiverKind } from '../core/receiver.ts'
import { type Answer, isAccepted } from '../http/answers/answer.ts'
import { answerInFull } from '../http/answers/answer-in-full.ts'
import { textIn } from '../http/answers/shown.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { ReceiverSource, Target } from '../target-file/target.ts'
import { isReceiverUrl } from '../target-file/target-urls.ts'

/** The receiver to be created, and where. */
export interface WantedReceiver {
  source: Extract<ReceiverSource, { kind: 'create' }>
  kind: ReceiverKind
  incomingAmount: Amount | undefined
}

export interface ReceiverMaking extends Pick<Environment, 'wait'> {
  /** Returns the time by the server's clock, as far as it is known. */
  now: () => Date
  send: (draft: RequestDraft) => Promise<Answer>
  /** The server under test. Another server may create the receiver. */
  target: Pick<Target, 'baseUrl' | 'connection' | 'limits'>
  /** The server's clock, which is moved instead of waiting if that is possible. */
  serverClock?: ServerClock | undefined
  /** Called at the beginning of the wait. */
  waiting?: TellWaiting | undefined
}

// The expiry lies ahead, because a server accepts no other. The extra second allows for the server's clock.
const lifetime = 5000
const untilExpired = lifetime + 1000
/** The lifetime of a receiver that is to expire while it is used. It leaves enough time to pay into it before. */
const shortLife = 30_000

/**
 * Creates a receiver by POST /incoming-payments, as Open Payments defines it. A fixed receiver gets an incomingAmount,
 * and a completed one is completed. A receiver that is to expire is short-lived; if it must have expired, the harness
 * then waits, or moves the server's time. The source's wallet decides whether the receiver has another asset, or
 * payments to it fail.
 */
export async function createReceiver(
  wanted: WantedReceiver,
  { send, now, wait, target, serverClock, waiting }: ReceiverMaking,
): Promise<Receiver> {
  const { source, kind, incomingAmount } = wanted
  const { maxWait } = target.limits
  if (kind === 'fixed' && !incomingAmount)
    throw unmet(wanted, 'the asset of walletAddress is unknown', 'give walletAsset')
  if (kind === 'expired' && !serverClock && maxWait < untilExpired)
    throw new MissingPrerequisite(
      `receivers.expired.create in the target file: needs ${untilExpired / 1000} s, limits.maxWait is ${maxWait / 1000} s`,
    )
  const expiresIn = { expired: lifetime, expiring: shortLife }[kind as string]
  const answer = await send(
    posted(source, '/incoming-payments', {
      walletAddress: source.walletAddress,
      ...(incomingAmount ? { incomingAmount } : {}),
      ...(expiresIn === undefined ? {} : { expiresAt: new Date(now().getTime() + expiresIn).toISOString() }),
    }),
  )
  const url = idIn(wanted, answer, target)
  if (kind === 'completed') await complete(wanted, url, { send, target })
  if (kind === 'expired' && serverClock) await serverClock.advance(untilExpired)
  else if (kind === 'expired') {
    const ended = waiting?.({ what: 'a receiver to expire', left: untilExpired })
    await wait(untilExpired).finally(ended)
  }
  return { url, ...(incomingAmount ? { incomingAmount } : {}), ...expiryIn(answer) }
}

/** The first time that RFC 3339 cannot write. A receiver that lives so long does not expire during a run. */
const endOfTime = Date.UTC(10_000, 0)

const expiryIn = (answer: Answer): Pick<Receiver, 'expiresAt'> => {
  const end = Date.parse(textIn(answer, 'expiresAt') ?? '')
  return end > 0 && end < endOfTime ? { expiresAt: new Date(end).toISOString() } : {}
}

const posted = ({ baseUrl, token }: WantedReceiver['source'], path: string, body?: object): RequestDraft => ({
  method: 'POST',
  baseUrl,
  path,
  token,
  ...(body ? { body } : {}),
})

const idIn = (wanted: WantedReceiver, answer: Answer, target: ReceiverMaking['target']): string => {
  if (!isAccepted(answer)) throw refused(wanted, answer, target)
  const id = textIn(answer, 'id')
  if (id !== undefined && isReceiverUrl(id)) return id
  throw unmet(
    wanted,
    `POST ${answer.url} was accepted, but its id is not the URL of an incoming payment`,
    'list them',
  )
}

/** Completes the incoming payment below the source's baseUrl, because a URL that a server names gets no credentials. */
const complete = async (
  wanted: WantedReceiver,
  url: string,
  { send, target }: Pick<ReceiverMaking, 'send' | 'target'>,
): Promise<void> => {
  const [, id = ''] = /^.*\/incoming-payments\/([^/?#]+)/.exec(url) ?? []
  const answer = await send(posted(wanted.source, `/incoming-payments/${id}/complete`))
  if (!isAccepted(answer)) throw refused(wanted, answer, target)
}

const refused = (
  wanted: WantedReceiver,
  answer: Answer,
  target: ReceiverMaking['target'],
): PreconditionFailed =>
  unmet(
    wanted,
    `POST ${answer.url} was not accepted (${answerInFull(answer)})`,
    [404, 405].includes(answer.response?.status ?? 0)
      ? `if the server creates no incoming payments, list some that it has under receivers.${wanted.kind}`
      : `check that its token may create incoming payments on ${wanted.source.walletAddress}, ${withoutHeaders(wanted, target)}or list the payments`,
  )

/** Says that another server did not get the headers of the target file, which may be secrets of the one under test. */
const withoutHeaders = (
  { source }: WantedReceiver,
  { baseUrl, connection: { headers } }: ReceiverMaking['target'],
): string => {
  const { origin } = new URL(baseUrl)
  const names = Object.keys(headers)
  if (names.length === 0 || new URL(source.baseUrl).origin === origin) return ''
  return `that the server needs no ${names.join(' or ')}, because headers of the target file go to ${origin} only, `
}

const unmet = ({ kind }: WantedReceiver, fact: string, next: string): PreconditionFailed =>
  new PreconditionFailed(`receivers.${kind}.create: ${fact}; ${next}`)
