import type { Session } from '../../check/session.ts'
import type { Receiver, ReceiverKind } from '../../core/receiver.ts'
import { inSentence } from '../../probe/contradiction.ts'
import { lookAtReceiver } from '../../probe/look-at-receiver.ts'
import { isOfItsKind, misfitIn, notOfItsKind, type SeenReceiver } from '../../probe/seen-receiver.ts'
import type { Target } from '../../target-file/target.ts'
import type { KnownReceivers } from './receivers-first.ts'

/** A listed receiver after the first one of its kind. */
export interface FurtherReceiver {
  index: number
  receiver: Receiver
  /** Set if the receiver is shown to be of its kind. */
  isGood: boolean
  /** The reason why it is not of its kind, or undefined if none is shown. */
  misfit: string | undefined
}

/** The most listed receivers of a kind that are examined. */
const most = 10

/** The listed receivers of a kind that are examined beside the first one. */
export function furtherListed(kind: ReceiverKind, { receivers }: Target): Receiver[] {
  const source = receivers.sources[kind]
  return source?.kind === 'list' ? source.receivers.slice(1, most) : []
}

/**
 * Reads each further receiver of a kind. Returns none if the first one cannot be read: then nothing shows what the
 * others are.
 */
export async function furtherReceivers(
  session: Session,
  { kind, sight }: SeenReceiver,
  known: KnownReceivers & { concurrency: number },
): Promise<FurtherReceiver[]> {
  if (!sight) return []
  const { target } = session
  const found: FurtherReceiver[] = []
  const listed = furtherListed(kind, target).map((receiver, place) => ({ receiver, index: place + 1 }))
  await inParallel(
    listed,
    async ({ receiver, index }) => {
      const one = { kind, receiver, sight: await lookAtReceiver(session, receiver.url) }
      const misfit = misfitIn(one, known, target.limits.maxDebitValue)
      found.push({ index, receiver, misfit, isGood: isOfItsKind(one, known, target.limits.maxDebitValue) })
    },
    known,
  )
  return found.sort((one, other) => one.index - other.index)
}

/** Removes the receivers that are not of their kind from the supply. Returns a sentence about each. */
export function withoutMisfits(
  { target, supplies }: Session,
  kind: ReceiverKind,
  further: readonly FurtherReceiver[],
): string[] {
  return further.flatMap(({ index, receiver, misfit }) => {
    if (misfit === undefined) return []
    supplies.receivers.leaveOut(kind, receiver.url)
    const fact = `${misfit}, so it is left out`
    return [inSentence(notOfItsKind(['receivers', kind, index], { kind, receiver }, fact), target)]
  })
}

/** Runs a function on each thing, a few at a time. No further one begins after the signal has aborted. */
async function inParallel<T>(
  things: T[],
  run: (thing: T) => Promise<void>,
  { concurrency, signal }: { concurrency: number; signal?: AbortSignal },
): Promise<void> {
  const worker = async (): Promise<void> => {
    for (let next = things.shift(); next && !signal?.aborted; next = things.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
