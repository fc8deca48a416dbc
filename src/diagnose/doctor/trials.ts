import type { Dispatcher } from 'undici'
import type { Environment } from '../../core/environment.ts'
import type { ExchangeEvent } from '../../core/events.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import { BudgetSpent } from '../../http/budget.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'
import { createWire } from '../../http/exchange.ts'
import { createPacing } from '../../http/pacing.ts'
import type { Redactor } from '../../http/records/redact.ts'
import { build } from '../../http/request/message.ts'
import type { Prober } from '../../probe/prober.ts'
import type { Target } from '../../target-file/target.ts'

/** A request, as the target file or one that differs from it has it asked. */
export type DraftFor = (target: Target) => RequestDraft

/** What is done otherwise than the target file says, to see whether the server minds just that. */
export interface TrialDifference {
  target?: Target
  /** Milliseconds by which `created` is ahead of our clock. */
  ahead?: number
  /** The URL to sign instead of the one that is requested; it has to lie below baseUrl too. */
  signedUrl?: (url: string) => string
  tamper?: Tamper
}

export interface TriedAnswer extends Answer {
  /** Body and challenge of the answer; nothing secret is left in them. */
  says: { body: string; challenge: string }
  /** When it was sent and when the answer was in, in milliseconds of our clock. */
  sent: number
  received: number
}

/** The doctor's way to the server: a request at a time, as the target file has it or with one difference. */
export interface Trials {
  target: Target
  ask: (ask: DraftFor, difference?: TrialDifference) => Promise<TriedAnswer>
  /** A GET of any URL without credentials. */
  look: (url: string) => Promise<TriedAnswer>
  requests: () => number
  quotes: () => number
}

/** Its signal ends the examination before the next request. */
export interface TrialSurroundings extends Environment {
  dispatcher: Dispatcher
  redactor: Redactor
  emit: (event: ExchangeEvent) => void
}

/** The server wants no further requests for now: what it would have said of this one stays unknown. */
export class Throttled extends Error {
  override readonly name = 'Throttled'
}

export function createTrials(target: Target, surroundings: TrialSurroundings): Trials {
  const { now, emit } = surroundings
  const pace = createPacing(target.limits.requestsPerSecond, surroundings)
  const { maxRequests } = target.limits
  let requests = 0
  let quotes = 0

  const send = async (as: Target, ahead: number, task: Task): Promise<TriedAnswer> => {
    if (requests >= maxRequests) throw new BudgetSpent(maxRequests)
    await pace()
    let event: ExchangeEvent | undefined
    const wire = createWire({
      ...surroundings,
      // Paced and counted here, for all that are made.
      target: { ...as, limits: { ...as.limits, requestsPerSecond: 0, maxRequests: maxRequests - requests } },
      now: () => new Date(now().getTime() + ahead),
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
  wire: TrialWire,
  as: Target,
  draft: RequestDraft,
  { signedUrl, tamper }: Pick<TrialDifference, 'signedUrl' | 'tamper'>,
): Promise<Answer> => {
  if (!signedUrl) return wire.send(name, draft, tamper)
  const { url } = await build(draft, as)
  const path = signedUrl(url).slice(as.baseUrl.length)
  return wire.send(name, { ...draft, path, query: [] }, (message) => ({ ...message, url }))
}

/** Asks as the target file has it. */
export function proberOf({ target, ask }: Trials): Prober {
  return { target, send: (draft) => ask(() => draft) }
}

type TrialWire = ReturnType<typeof createWire>
type Task = (wire: TrialWire) => Promise<Answer>

/** Whom its exchanges are recorded for. */
const name = 'doctor'

const saidIn = (event: ExchangeEvent | undefined): TriedAnswer['says'] => ({
  body: event?.response?.body ?? '',
  challenge: event?.response?.headers['www-authenticate'] ?? '',
})
