import { mapConcurrently } from '../../check/concurrently.ts'
import type { Session } from '../../check/session.ts'
import type { Receiver, ReceiverKind } from '../../core/receiver.ts'
import { lookAtReceiver } from '../../probe/look-at-receiver.ts'
import { type Contradiction, inSentence } from '../../probe/prober.ts'
import { misfitIn, notOfItsKind, otherKindOf, type SeenReceiver } from '../../probe/seen-receiver.ts'
import type { Target } from '../../target-file/target.ts'
import type { KnownReceivers } from './receivers-first.ts'

/** The receivers that turned out not to be of the kind that they are listed under. */
export interface Misfits {
  /** A sentence for each of them. */
  excluded: string[]
  /** The listed receivers that are used as receivers of another kind. */
  moved: Array<{ kind: ReceiverKind; receiver: Receiver }>
}

/** The most listed receivers of a kind that are examined. */
const most = 10

/** The listed receivers of a kind that are examined besides the first one. */
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
  { kind, view }: SeenReceiver,
): Promise<SeenReceiver[]> {
  if (!view) return []
  return mapConcurrently(session, furtherListed(kind, session.target), async (receiver) => ({
    kind,
    receiver,
    view: await lookAtReceiver(session, receiver.url),
  }))
}

/** Removes the further receivers of a kind that are not of it from the supply. */
export function excludeMisfits(
  session: Session,
  further: readonly SeenReceiver[],
  known: KnownReceivers,
  misfits: Misfits,
): void {
  for (const [at, one] of further.entries()) {
    const misfit = misfitIn(one, known, session.target.limits.maxDebitValue)
    if (misfit === undefined) continue
    const said = notOfItsKind(['receivers', one.kind, at + 1], one, misfit)
    excludeMisfit(session, one, known, said, misfits)
  }
}

/** Removes a receiver from the supply of its kind. If it is of another kind, it is used as such. */
export function excludeMisfit(
  { target, supplies }: Session,
  one: SeenReceiver,
  known: KnownReceivers,
  said: Contradiction,
  { excluded, moved }: Misfits,
): void {
  const { kind, receiver } = one
  const instead = otherKindOf(one, known, target)
  supplies.receivers.exclude(kind, receiver.url, instead)
  if (instead) moved.push({ kind: instead, receiver })
  const what = instead ? `it is used as one of receivers.${instead}` : 'it is left out'
  excluded.push(inSentence({ ...said, fact: `${said.fact}, so ${what}` }, target))
}
