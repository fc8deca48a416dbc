import type { Asset } from '../amount.ts'
import type { GenerationLimits } from '../check/given.ts'
import type { Supplies } from '../check/need.ts'
import { type Observation, type Session, Unmet } from '../check/session.ts'
import type { ObservationEvent, RunEvent } from '../events.ts'
import type { OperationId } from '../operations.ts'
import type { Signing, Target } from '../target/target.ts'
import { type Answer, answerInWords, isAccepted } from '../wire/answer.ts'
import type { Draft, Spoil } from '../wire/draft.ts'

/** What all sessions of a run share. */
export interface RunState {
  target: Target
  supplies: Supplies
  /** Unknown until the start of the run has found it out. */
  walletAsset: Asset | undefined
  runs: number
  /** What the start of the run found out that all its requests have to be signed with. */
  signing: Partial<Signing>
  send: (check: string, draft: Draft, spoil?: Spoil) => Promise<Answer>
  record: (event: RunEvent) => void
  /** Makes the start's accepted request once more. */
  whole: (session: Session) => Promise<Draft>
}

/** The target's limits of money, in the wallet's asset. */
export const generationLimits = ({ target, walletAsset }: RunState): GenerationLimits => {
  if (!walletAsset)
    throw new Unmet('the asset of walletAddress is unknown: give walletAsset in the target file')
  const { controlValue, maxDebitValue } = target.limits
  const unit = 10n ** BigInt(walletAsset.assetScale)
  return {
    wallet: walletAsset,
    controlValue: controlValue ?? (unit < maxDebitValue ? unit : maxDebitValue),
    maxDebitValue,
  }
}

interface Place {
  subject?: OperationId
  given?: unknown
}

/** The session of one check. */
export const sessionOf = (
  state: RunState,
  check: string,
  seed: number,
  replay?: Session['replay'],
): Session => {
  let batches = 0
  const { target, supplies, runs, record } = state
  const newBatch = (): number => batches++

  const at = (place: Place): Session => {
    const session: Session = {
      target,
      supplies,
      limits: () => generationLimits(state),
      runs,
      seed,
      ...(replay ? { replay } : {}),
      newBatch,
      of: (inner) => at({ ...place, ...inner }),
      send: (draft, spoil) => state.send(check, signedAsFound(state, draft), spoil),
      observe: (observation) => record(observationEvent(check, place, observation)),
      control: async (draft, sharing) => {
        const answer = await session.send(draft)
        session.asControl(answer, sharing)
        return answer
      },
      asControl: (answer, sharing) => {
        for (const batch of sharing) record(controlEvent(check, place, answer, batch))
      },
      witness: async () => {
        const batch = newBatch()
        await session.control(await state.whole(session), [batch])
        return batch
      },
      leaveOut: (subject, missing) =>
        record({ type: 'check', check, state: 'skipped', missing: [...missing], subject }),
    }
    return session
  }
  return at({})
}

const signedAsFound = ({ signing }: RunState, draft: Draft): Draft =>
  draft.signing === 'none' ? draft : { ...draft, signing: { ...signing, ...draft.signing } }

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

const controlEvent = (check: string, place: Place, answer: Answer, control: number): ObservationEvent => ({
  type: 'observation',
  check,
  control,
  outcome: isAccepted(answer) ? 'held' : 'broken',
  want: 'accepted (any 2xx)',
  got: `${answer.method} ${new URL(answer.url).pathname}: ${answerInWords(answer)}`,
  exchange: answer.exchange,
  ...(place.subject ? { subject: place.subject } : {}),
})
