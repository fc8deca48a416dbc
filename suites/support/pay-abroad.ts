import { nothingIfUnmetHere } from '../../src/check/needs/prerequisites.ts'
import { MissingPrerequisite, type Session } from '../../src/check/session.ts'
import type { Amount } from '../../src/core/amount.ts'
import type { Receiver } from '../../src/core/receiver.ts'
import { type Answer, isRefused } from '../../src/http/answers/answer.ts'
import { seeReceiver } from './receiving.ts'

/**
 * Pays into a receiver in another asset, so that the payments of a run are in several assets. Another `turn` takes
 * another receiver, if there is one. A server may refuse the payment for reasons of its own. In that case `otherwise`
 * is paid into.
 */
export async function payAbroad<T extends { paid: Answer }>(
  session: Session,
  turn: number,
  otherwise: Receiver,
  pay: (url: string) => Promise<T>,
): Promise<T> {
  const url = await receiverAbroad(session, turn)
  if (url === undefined) return pay(otherwise.url)
  return (await unlessRefused(pay(url))) ?? pay(otherwise.url)
}

/** Returns undefined for a payment that was refused, or could not be made. */
export async function unlessRefused<T extends { paid: Answer }>(paying: Promise<T>): Promise<T | undefined> {
  const made = await paying.catch(nothingIfUnmetHere)
  return made && !isRefused(made.paid) ? made : undefined
}

/** Returns a receiver in another asset, or undefined if the target file gives none that can be paid into. */
export async function receiverAbroad(
  { supplies: { receivers, target } }: Session,
  turn: number,
): Promise<string | undefined> {
  const kind = 'otherAsset'
  if (target.receivers.sources[kind] === undefined || target.contradicted?.has(`receivers.${kind}`))
    return undefined
  return (await receivers.shared(kind, turn)).url
}

/** Returns a small amount in the asset of a receiver. Throws if that has the code of the wallet's asset, or is not shown. */
export async function amountAbroad(session: Session, url: string): Promise<Amount> {
  const { assetCode = '', assetScale = 0 } = (await seeReceiver(session, url))?.receivedAmount ?? {}
  if (assetCode !== '' && assetCode !== session.money.limits().wallet.assetCode)
    return { value: '10', assetCode, assetScale }
  throw new MissingPrerequisite(
    'receivers.otherAsset in the target file: incoming payments that can be read, in an asset with another assetCode',
  )
}
