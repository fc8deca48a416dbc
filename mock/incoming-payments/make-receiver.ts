import type { Amount, Asset } from '../core/amounts.ts'
import { sameAsset } from '../core/amounts.ts'
import { CannotDo } from '../core/errors.ts'
import { firstWallet } from '../state/lookup.ts'
import type { IncomingPayment, ReceiverKind, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { incomingPaymentOf } from './from-fixture.ts'

export interface AskedReceiver {
  kind: ReceiverKind
  /** Names the asset too; else a fixed one gets an amount of everyday size. */
  incomingAmount?: Amount
}

const hour = 3_600_000

/** Makes a receiver that the wallet under test can be asked to pay into, in a world that runs. */
export function makeReceiver(world: World, { kind, incomingAmount }: AskedReceiver): IncomingPayment {
  if ((kind === 'open' || kind === 'expiring') && incomingAmount)
    throw new CannotDo(`an ${kind} receiver has no incomingAmount`)
  const now = world.now()
  const createdAt = kind === 'expired' ? now - 2 * hour : now
  const wallet = walletFor(world, kind, incomingAmount)
  const fixture = {
    wallet: wallet.name,
    ...(incomingAmount && { incomingAmount: String(incomingAmount.value) }),
  }
  return world.incomingPayments.add(
    incomingPaymentOf(fixture, {
      kind,
      wallet,
      now,
      createdAt,
      updatedAt: createdAt,
      random: world.random,
      newId: world.newId,
    }),
  )
}

/** One that has receivers already, else any but the payer, else the payer's own. */
const walletFor = (world: World, kind: ReceiverKind, asset: Asset | undefined): Wallet => {
  const payer = firstWallet(world)
  const fits = (wallet: Wallet): boolean =>
    asset ? sameAsset(wallet.asset, asset) : sameAsset(wallet.asset, payer.asset) === (kind !== 'otherAsset')
  const suitable = [...world.wallets.values()].filter(fits)
  const found =
    suitable.find((wallet) => world.incomingPayments.of(wallet).some((payment) => payment.kind !== 'own')) ??
    suitable.find((wallet) => wallet !== payer) ??
    suitable[0]
  if (found) return found
  const all = [...world.wallets.values()].map((wallet) => inWords(wallet.asset))
  const wanted = asset ? `in ${inWords(asset)}` : `in another asset than ${inWords(payer.asset)}`
  throw new CannotDo(`no wallet is ${wanted}; there are wallets in ${[...new Set(all)].join(', ')}`)
}

const inWords = ({ assetCode, assetScale }: Asset): string => `${assetCode} of scale ${assetScale}`
