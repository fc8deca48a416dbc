import { mapConcurrently } from '../../check/concurrently.ts'
import type { Session } from '../../check/session.ts'
import type { Receiver, ReceiverKind } from '../../core/receiver.ts'
import { type Contradiction, inSentence } from '../../probe/contradiction.ts'
import { lookAtReceiver } from '../../probe/look-at-receiver.ts'
import {
  isOfItsKind,
  misfitIn,
  notOfItsKind,
  otherKindOf,
  type SeenReceiver,
} from '../../probe/seen-receiver.ts'
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
  /** The kind that it is used as instead, if it is not of its kind. */
  instead: ReceiverKind | undefined
}

/** The receivers that turned out not to be of the kind that they are listed under. */
export interface Misfits {
  /** A sentence for each of them. */
  excluded: string[]
  /** The listed receivers that are used as receivers of another kind. */
  moved: Array<{ kind: ReceiverKind; receiver: Receiver }>
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
  { kind, view }: SeenReceiver,
  known: KnownReceivers,
): Promise<FurtherReceiver[]> {
  if (!view) return []
  const { target } = session
  const { maxDebitValue } = target.limits
  const listed = furtherListed(kind, target).map((receiver, place) => ({ receiver, index: place + 1 }))
  return mapConcurrently(session, listed, async ({ receiver, index }) => {
    const one = { kind, receiver, view: await lookAtReceiver(session, receiver.url) }
    return {
      index,
      receiver,
      misfit: misfitIn(one, known, maxDebitValue),
      isGood: isOfItsKind(one, known, maxDebitValue),
      instead: otherKindOf(one, known, target),
    }
  })
}

/** Removes the receivers that are not of their kind from the supply. */
export function excludeMisfits(
  session: Session,
  kind: ReceiverKind,
  further: readonly FurtherReceiver[],
  misfits: Misfits,
): void {
  for (const { index, receiver, misfit, instead } of further) {
    if (misfit === undefined) continue
    const said = notOfItsKind(['receivers', kind, index], { kind, receiver }, misfit)
    excludeMisfit(session, { kind, receiver, instead }, said, misfits)
  }
}

/** Removes a receiver from the supply of its kind. If it is of another kind, it is used as such. */
export function excludeMisfit(
  { target, supplies }: Session,
  { kind, receiver, instead }: Pick<SeenReceiver, 'kind' | 'receiver'> & Pick<FurtherReceiver, 'instead'>,
  said: Contradiction,
  { excluded, moved }: Misfits,
): void {
  supplies.receivers.exclude(kind, receiver.url, instead)
  if (instead) moved.push({ kind: instead, receiver })
  const what = instead ? `it is used as one of receivers.${instead}` : 'it is left out'
  excluded.push(inSentence({ ...said, fact: `${said.fact}, so ${what}` }, target))
}
