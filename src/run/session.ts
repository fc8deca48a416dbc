import type { GenerationLimits } from '../check/given.ts'
import { type Known, type KnownResources, learnFrom } from '../check/known.ts'
import type { Supplies } from '../check/need.ts'
import {
  type Circumstances,
  MissingPrerequisite,
  NoFurtherConnection,
  type Observation,
  PreconditionFailed,
  type ServerClock,
  type Session,
} from '../check/session.ts'
import { inTurn } from '../check/side-by-side.ts'
import type { UnacceptedRequest } from '../check/unaccepted-request.ts'
import type { Asset } from '../core/amount.ts'
import type { ObservationEvent } from '../core/events.ts'
import { isObject } from '../core/json.ts'
import type { OperationId } from '../core/operations.ts'
import { type Answer, isAccepted, isRefused } from '../http/answer.ts'
import { answerInFull } from '../http/answer-in-full.ts'
import type { RequestDraft, Tamper } from '../http/draft.ts'
import type { Signing, Target } from '../target-file/target.ts'
import { doubtAbout, type Established } from './established.ts'
import type { Journal } from './journal.ts'
import type { Lanes } from './lanes.ts'
import { signedAsFound } from './signed-as-found.ts'
import type { SilentElsewhere } from './silent-elsewhere.ts'
import type { Spending } from './spending.ts'
import { createSteady } from './steady.ts'
import { Gone, type Vigil } from './vigil.ts'

/** What all sessions of a run share. */
export interface RunState {
  /** As the target file says, and from the end of the start on as the run found it to be. */
  target: Target
  /** As the target file says. */
  given: Target
  now: () => Date
  supplies: Supplies
  /** Unknown until the start of the run has found it out. */
  walletAsset: Asset | undefined
  runs: number
  /** Whether a requirement stands in the target's profile: no other one is judged. */
  stands: (requirement: string) => boolean
  /** What the start of the run found out that all its requests have to be signed with. */
  signing: Partial<Signing>
  spending: Spending
  /** What accepted requests have shown to be good. */
  established: Established
  /** Kinds of what was waited for in vain. */
  inVain: Set<string>
  /** What was made or watched. */
  known: Map<string, Known>
  /** Requests that would have created something, by check. */
  unaccepted: Map<string, UnacceptedRequest[]>
  /** The last answer to a request of a check. */
  latest?: Answer
  clock: Session['clock']
  serverClock: ServerClock | undefined
  send: (check: string, draft: RequestDraft, tamper?: Tamper) => Promise<Answer>
  /** Gives up what cannot tell anything any more. */
  vigil: Vigil
  silentElsewhere: SilentElsewhere
  /** A GET of an absolute URL without any credential. */
  fetchPublic: (url: string) => Promise<Answer>
  lanes: Lanes
  /** Requests that may create something, under way. */
  creating: Set<Promise<unknown>>
  record: Journal['write']
  verdictOf: Journal['verdictOf']
  /** Absent: requests are tried in the plainest circumstances only. */
  circumstances?: Circumstances
  /** Makes the start's accepted request once more. */
  whole: (session: Session) => Promise<RequestDraft>
}

/** The target's limits of money, in the wallet's asset. */
export function generationLimits({
  target,
  walletAsset,
}: Pick<RunState, 'target' | 'walletAsset'>): GenerationLimits {
  const refuted = target.refuted?.get('walletAsset')
  if (refuted !== undefined) throw new MissingPrerequisite(refuted)
  if (!walletAsset)
    throw new PreconditionFailed('the asset of walletAddress is unknown: set walletAsset in the target file')
  const { controlValue, maxDebitValue } = target.limits
  const unit = 10n ** BigInt(walletAsset.assetScale)
  return {
    wallet: walletAsset,
    controlValue: controlValue ?? (unit < maxDebitValue ? unit : maxDebitValue),
    maxDebitValue,
  }
}

const accepted = 'accepted (any 2xx)'

interface Place {
  subject?: OperationId
  given?: unknown
  circumstances?: readonly string[]
}

/** Whose session it is, and what for. */
export interface Occasion {
  check: string
  seed: number
  replay?: Session['replay']
  /** All of it is done one after the other. */
  inTurn?: boolean
  /** What is observed is that of a repeat, and is marked so; told of what is left out. */
  repeat?: { leftOut: (subject: OperationId, missing: readonly string[]) => void }
}

/** The session of one check. */
export function sessionOf(
  state: RunState,
  { check, seed, replay, repeat, inTurn: isInTurn }: Occasion,
): Session {
  let batches = 0
  const { target, supplies, runs } = state
  const mark = repeat ? ({ repeat: true } as const) : {}
  const newBatch = (): number => batches++
  let lost = 0
  /** No batch that is open can get its last control any more. */
  const loseBatches = (why: string): void => {
    for (; lost < batches; lost++)
      state.record({
        type: 'observation',
        check,
        control: lost,
        outcome: 'broken',
        want: accepted,
        got: why,
        ...mark,
      })
  }
  const steady = createSteady((draft, tamper) =>
    sendTold(state, check, draft, tamper).catch((error: unknown) => {
      if (error instanceof Gone) loseBatches(error.message)
      throw error
    }),
  )

  const at = (place: Place): Session => {
    const session: Session = {
      target,
      supplies,
      limits: () => generationLimits(state),
      runs,
      seed,
      ...(replay ? { replay } : {}),
      newBatch,
      sideBySide: isInTurn ? inTurn : state.lanes.each,
      answered: async () => void (await Promise.allSettled(state.creating)),
      of: (inner) => at({ ...place, ...inner }),
      ...(state.circumstances ? { circumstances: state.circumstances } : {}),
      inVain: state.inVain,
      made: () => paymentsMade(state.known),
      known: () => state.known,
      unaccepted: () => [...state.unaccepted.values()].flat(),
      book: (debits) => take(state, check, debits),
      clock: state.clock,
      ...(state.serverClock ? { serverClock: state.serverClock } : {}),
      ...steady,
      observe: (observation) => {
        if (!state.stands(observation.requirement)) return
        state.record({ ...observationEvent(check, place, observation), ...mark })
      },
      control: async (draft, sharing) => {
        const answer = await session.again(await session.send(draft))
        session.asControl(answer, sharing)
        return answer
      },
      asControl: (answer, sharing) => {
        for (const batch of sharing) state.record({ ...controlEvent(check, place, answer, batch), ...mark })
      },
      witness: async (refused) => {
        const batch = newBatch()
        const doubt = refused && (await doubtAbout(refused, state.established, session))
        if (doubt !== undefined) state.record({ ...doubtEvent(check, place, doubt, batch), ...mark })
        else if (refused) await repeatRight(state, session, refused, batch)
        await session.control(await state.whole(session), [batch])
        return batch
      },
      leaveOut: (subject, missing) => {
        if (repeat) repeat.leftOut(subject, missing)
        else state.record({ type: 'check', check, state: 'skipped', missing: [...missing], subject })
      },
    }
    return session
  }
  return at({})
}

/** Sends, and tells of what may create something as long as it is under way. */
const sendTold = async (state: RunState, ...told: Sending): Promise<Answer> => {
  const sent = sendWithin(state, ...told)
  if (!told[1].operation?.startsWith('create-')) return sent
  state.creating.add(sent)
  return sent.finally(() => state.creating.delete(sent))
}

type Sending = [check: string, draft: RequestDraft, tamper?: Tamper]

/** Sends within the limits of money. What was refused, or not carried out (429), took nothing. */
const sendWithin = async (state: RunState, ...[check, draft, tamper]: Sending): Promise<Answer> => {
  const { debits } = draft
  if (debits === undefined && draft.operation === 'create-outgoing-payment') {
    throw new Error(`${check} sends a payment without saying what it debits`)
  }
  const unanswered = state.vigil.allow(draft)
  if (debits !== undefined) take(state, check, debits)
  const send = () => state.send(check, signedAsFound(state, draft), tamper)
  const answer = await state.silentElsewhere.ask(draft, send).catch((error: unknown) => {
    if (debits !== undefined && error instanceof PreconditionFailed) giveBack(state, check, debits)
    throw error
  })
  state.latest = answer
  state.established.sent(draft, answer, !tamper && !draft.invalid)
  const { operation, token, body } = draft
  if (isAccepted(answer))
    learnFrom(state.known, { operation, token: token?.name, json: answer.response?.json, asked: body })
  if (operation?.startsWith('create-') && !isAccepted(answer))
    noteUnaccepted(state, { check, draft, tamper, answer })
  if (debits !== undefined && (isRefused(answer) || answer.failure?.code === 'throttled'))
    giveBack(state, check, debits)
  await state.vigil.saw(check, draft, tamper, answer, unanswered)
  if (draft.line && answer.failure && !(await takesConnection(state, check)))
    throw new NoFurtherConnection('the server takes no further connection')
  return answer
}

/** Whether the server takes one connection more: any response on it says so. */
const takesConnection = async ({ send }: RunState, check: string): Promise<boolean> => {
  const bare = { method: 'GET', path: '/', signing: 'none', invalid: true, line: { requests: 1 } } as const
  return (await send(check, bare)).response !== undefined
}

/** So many refused requests of a check are known at a time, the latest. */
const mostRefused = 60

const noteUnaccepted = (
  { unaccepted }: RunState,
  { tamper, ...request }: Omit<UnacceptedRequest, 'tamper'> & { tamper: Tamper | undefined },
): void => {
  const ofCheck = [...(unaccepted.get(request.check) ?? []), { ...request, ...(tamper ? { tamper } : {}) }]
  const refused = ofCheck.filter(({ answer }) => isRefused(answer))
  const oldest = refused.length > mostRefused ? refused[0] : undefined
  unaccepted.set(
    request.check,
    ofCheck.filter((one) => one !== oldest),
  )
}

const take = ({ spending, record }: RunState, check: string, debits: bigint): void => {
  spending.take(debits)
  record({ type: 'payment', check, state: 'sending', debits: String(debits) })
}

const giveBack = ({ spending, record }: RunState, check: string, debits: bigint): void => {
  spending.giveBack(debits)
  record({ type: 'payment', check, state: 'not made', debits: String(debits) })
}

/** Ids of the outgoing payments that were made with tokens.full. */
const paymentsMade = (known: KnownResources): string[] =>
  [...known.values()]
    .filter(({ kind, createdWith }) => kind === 'outgoing-payment' && createdWith === 'tokens.full')
    .map(({ id }) => id)

const observationEvent = (
  check: string,
  place: Place,
  { answer, ...observation }: Observation,
): ObservationEvent => ({
  type: 'observation',
  check,
  ...observation,
  ...place,
  ...(answer ? { exchange: answer.exchange } : {}),
})

/** A right that was there may be spent: of a token that 403 refuses, a request that was accepted has to be again. */
const repeatRight = async (
  { established }: RunState,
  session: Session,
  refused: Answer,
  batch: number,
): Promise<void> => {
  const draft = refused.response?.status === 403 ? established.requestOf(refused) : undefined
  const before = draft && established.acceptedLike(draft)
  const isRepeatable = before && !(isObject(before.body) && 'quoteId' in before.body)
  if (isRepeatable) await session.control(before, [batch])
}

/** An input that is not established counts as a control that did not hold. */
const doubtEvent = (check: string, place: Place, doubt: string, control: number): ObservationEvent => ({
  type: 'observation',
  check,
  control,
  outcome: 'broken',
  want: 'every input of the request is established in this run',
  got: doubt,
  ...(place.subject ? { subject: place.subject } : {}),
})

const controlEvent = (check: string, place: Place, answer: Answer, control: number): ObservationEvent => ({
  type: 'observation',
  check,
  control,
  outcome: isAccepted(answer) ? 'held' : 'broken',
  want: accepted,
  got: `${answer.method} ${new URL(answer.url).pathname}: ${answerInFull(answer)}`,
  exchange: answer.exchange,
  ...(place.subject ? { subject: place.subject } : {}),
})
