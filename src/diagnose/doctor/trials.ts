import type { Amount } from '../../core/amount.ts'
import type { Environment } from '../../core/environment.ts'
import type { ExchangeEvent } from '../../core/events.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import { BudgetSpent } from '../../http/budget.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'
import { createWire, type Wire, type WireOptions } from '../../http/exchange.ts'
import { createPacing } from '../../http/pacing.ts'
import { build } from '../../http/request/message.ts'
import { createReceiver, type ReceiverMaking } from '../../probe/create-receiver.ts'
import type { Prober } from '../../probe/prober.ts'
import type { RunCommand } from '../../target-file/command.ts'
import { type ReceiverPool, receiverPool } from '../../target-file/receivers.ts'
import type { Target } from '../../target-file/target.ts'

/** Builds a request for the target file, or for a variant of it. */
export type DraftFor = (target: Target) => RequestDraft

/** A deviation from the target file. The doctor makes it to see whether the server accepts the request then. */
export interface TrialDifference {
  target?: Target
  /** Milliseconds by which `created` is ahead of the time that signatures have otherwise. */
  ahead?: number
  /** Returns the URL to sign instead of the requested one. It has to lie below baseUrl too. */
  signedUrl?: (url: string) => string
  tamper?: Tamper
}

export interface TriedAnswer extends Answer {
  /** The body and the challenge of the response, without secrets. */
  says: { body: string; challenge: string }
  /** The times at which the request was sent and the response had arrived, in milliseconds of the local clock. */
  sent: number
  received: number
}

/** Sends the doctor's requests one at a time, as the target file describes them or with one difference. */
export interface Trials {
  target: Target
  ask: (ask: DraftFor, difference?: TrialDifference) => Promise<TriedAnswer>
  /** Sends a GET to any URL without credentials. */
  look: (url: string) => Promise<TriedAnswer>
  requests: () => number
  quotes: () => number
}

/** The surroundings of a trial. Their signal ends the examination before the next request. */
export type TrialSurroundings = Environment &
  Pick<WireOptions, 'dispatcher' | 'redactor' | 'emit' | 'signedAt'>

/** Thrown if the server wants no further requests for now. Its response to this one stays unknown. */
export class Throttled extends Error {
  override readonly name = 'Throttled'
}

export function createTrials(target: Target, surroundings: TrialSurroundings): Trials {
  const { now, emit, signedAt = now } = surroundings
  const pacing = createPacing(target.limits.requestsPerSecond, surroundings)
  const { maxRequests } = target.limits
  let requests = 0
  let quotes = 0

  const send = async (as: Target, ahead: number, task: WireTask): Promise<TriedAnswer> => {
    if (requests >= maxRequests) throw new BudgetSpent(maxRequests)
    await pacing.turn()
    let event: ExchangeEvent | undefined
    const wire = createWire({
      ...surroundings,
      // Pacing and counting happen here, across all wires.
      target: { ...as, limits: { ...as.limits, requestsPerSecond: 0, maxRequests: maxRequests - requests } },
      signedAt: () => new Date(signedAt().getTime() + ahead),
      emit: (made) => {
        event = made
        requests++
        emit(made)
      },
    })
    const answer = await task(wire)
    if (answer.failure?.code === 'throttled') throw new Throttled(answer.failure.message)
    const received = now().getTime()
    if (event?.operation === 'create-quote' && isAccepted(answer)) quotes++
    return { ...answer, says: saidIn(event), sent: received - (event?.milliseconds ?? 0), received }
  }

  return {
    target,
    ask: (ask, { target: as = target, ahead = 0, ...difference } = {}) =>
      send(as, ahead, (wire) => sendOver(wire, as, ask(as), difference)),
    look: (url) => send(target, 0, (wire) => wire.fetchPublic(name, url)),
    requests: () => requests,
    quotes: () => quotes,
  }
}

const sendOver = async (
  wire: Wire,
  as: Target,
  draft: RequestDraft,
  { signedUrl, tamper }: Pick<TrialDifference, 'signedUrl' | 'tamper'>,
): Promise<Answer> => {
  if (!signedUrl) return wire.send(name, draft, tamper)
  const { url } = await build(draft, as)
  const path = signedUrl(url).slice(as.baseUrl.length)
  return wire.send(name, { ...draft, path, query: [] }, (message) => ({ ...message, url }))
}

/** Returns a prober that sends requests as the target file describes them. */
export function proberOf({ target, ask }: Trials): Prober {
  return { target, send: (draft) => ask(() => draft) }
}

interface Making extends Pick<ReceiverMaking, 'now' | 'wait' | 'serverClock'> {
  runCommand: RunCommand
  /** Returns the amount that a fixed receiver asks for, as far as the asset is known. */
  amount: () => Amount | undefined
}

/** Returns the receivers of the target file, and those that the command or the server makes, by its trials. */
export function receiversOf(
  { target, ask }: Trials,
  { runCommand, amount, ...making }: Making,
): ReceiverPool {
  return receiverPool(target, {
    runCommand,
    create: (source, kind, incomingAmount) =>
      createReceiver(
        { source, kind, incomingAmount },
        { send: (draft) => ask(() => draft), target, ...making },
      ),
    incomingAmount: (kind) => (kind === 'fixed' ? amount() : undefined),
  })
}

type WireTask = (wire: Wire) => Promise<Answer>

/** The name under which the doctor's exchanges are recorded. */
const name = 'doctor'

const saidIn = (event: ExchangeEvent | undefined): TriedAnswer['says'] => ({
  body: event?.response?.body ?? '',
  challenge: event?.response?.headers['www-authenticate'] ?? '',
})
