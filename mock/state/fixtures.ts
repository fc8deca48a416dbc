import type { FixturesFile } from './fixtures-file.ts'
import type { ReceiverKind } from './resources.ts'

/** The initial content of a world. The built-in world and the world of a file both have this form. */
export type Fixtures = Required<Omit<FixturesFile, 'version'>>

export type AssetFixture = Fixtures['assets'][number]
export type KeyFixture = Fixtures['keys'][number]
export type WalletFixture = Fixtures['wallets'][number]
export type TokenFixture = Fixtures['tokens'][number]
export type IncomingPaymentFixture = Fixtures['incomingPayments'][number]
export type ReceiverFixture = Fixtures['receivers'][number]

/**
 * Returns the receiver that a token with a receiver kind may pay: the first of that kind on another wallet in the same
 * asset.
 */
export function payableBy(
  { name, assetCode }: WalletFixture,
  kind: ReceiverKind,
  { wallets, receivers }: Pick<Fixtures, 'wallets' | 'receivers'>,
): ReceiverFixture | undefined {
  const assetOf = (wallet: string): string | undefined =>
    wallets.find((one) => one.name === wallet)?.assetCode
  return receivers.find(
    (one) => one.kind === kind && one.wallet !== name && assetOf(one.wallet) === assetCode,
  )
}
