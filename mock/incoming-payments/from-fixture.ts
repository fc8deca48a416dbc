import { type Amount, type Asset, amountOf, sameAsset } from '../core/amounts.ts'
import { CannotDo } from '../core/errors.ts'
import { type Random, secret } from '../core/random.ts'
import { durationOf } from '../core/time.ts'
import { coinOf } from '../state/assets.ts'
import type { IncomingPaymentFixture } from '../state/fixtures.ts'
import { firstWallet } from '../state/lookup.ts'
import type { IncomingPayment, IncomingPaymentKind, ReceiverKind, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** The parts of an incoming payment that its fixture does not contain. */
export interface FixtureContext extends Pick<IncomingPayment, 'kind' | 'wallet' | 'createdAt' | 'updatedAt'> {
  /** The time from which `expiresIn` counts. */
  now: number
  random: Random
  newId: (random: Random) => string
}

/** Creates the incoming payment of a fixture. Its kind determines values that the fixture leaves out. */
export function incomingPaymentOf(
  { id, expiresIn, metadata, ...fixture }: IncomingPaymentFixture,
  { kind, wallet, now, createdAt, updatedAt, random, newId }: FixtureContext,
): IncomingPayment {
  const own = id ?? newId(random)
  const { incoming, received } = amountsOf(fixture, kind, 5n * coinOf(wallet.asset))
  const full = incoming !== undefined && received >= incoming
  return {
    id: own,
    kind,
    wallet,
    ...(incoming !== undefined && { incomingAmount: amountOf(incoming, wallet.asset) }),
    receivedAmount: amountOf(received, wallet.asset),
    completed: fixture.completed ?? (kind === 'completed' || full),
    expiresAt: now + (durationOf(expiresIn ?? lifetimes[kind] ?? '30d') ?? 0),
    ...(metadata && { metadata }),
    createdAt,
    updatedAt,
    ...paymentMethodOf(wallet, own, random),
  }
}

/** The method by which an incoming payment with that id can be paid. */
export function paymentMethodOf(
  { name }: Wallet,
  id: string,
  random: Random,
): Pick<IncomingPayment, 'ilpAddress' | 'sharedSecret'> {
  return {
    // An ILP address allows no other characters.
    ilpAddress: `test.mock.${name}.${id.replace(/[^A-Za-z0-9_~-]/g, '~')}`,
    sharedSecret: secret(random),
  }
}

const lifetimes: Partial<Record<IncomingPaymentKind, string>> = { expired: '-1h', expiring: '1d' }

const amountsOf = (
  { incomingAmount, receivedAmount }: Pick<IncomingPaymentFixture, 'incomingAmount' | 'receivedAmount'>,
  kind: IncomingPaymentKind,
  usual: bigint,
): { incoming: bigint | undefined; received: bigint } => {
  const asked = kind === 'fixed' ? usual : undefined
  const incoming = incomingAmount === undefined ? asked : BigInt(incomingAmount)
  const paid = kind === 'completed' ? (incoming ?? usual) : 0n
  return { incoming, received: receivedAmount === undefined ? paid : BigInt(receivedAmount) }
}

export interface AskedReceiver {
  kind: ReceiverKind
  /**
   * The amount, which also determines the asset. Without it, a receiver of kind fixed gets an amount of everyday size.
   */
  incomingAmount?: Amount
}

const hour = 3_600_000

/** Creates a receiver that the wallet under test can pay into, in a running world. */
export function makeReceiver(world: World, { kind, incomingAmount }: AskedReceiver): IncomingPayment {
  if ((kind === 'open' || kind === 'expiring') && incomingAmount)
    throw new CannotDo(`A receiver of kind ${kind} cannot have an incomingAmount`)
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
      newId: world.behaviour.urls.newId,
    }),
  )
}

/** The wallet for a receiver: a wallet with receivers, or any wallet but the payer's, or the payer's own. */
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
  const wanted = asset ? `the asset ${inWords(asset)}` : `an asset other than ${inWords(payer.asset)}`
  throw new CannotDo(
    `No wallet has ${wanted}. The wallets have these assets: ${[...new Set(all)].join(', ')}`,
  )
}

const inWords = ({ assetCode, assetScale }: Asset): string => `${assetCode} of scale ${assetScale}`
