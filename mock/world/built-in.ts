import { assets, coinOf } from './assets.ts'
import type {
  AssetFixture,
  Fixtures,
  IncomingPaymentFixture,
  ReceiverFixture,
  TokenFixture,
  WalletFixture,
} from './fixtures.ts'

/** The assets and keys of a world that names none of its own. */
export const ownAssets: readonly AssetFixture[] = Object.values(assets).map(
  ({ assetCode, assetScale, rate }) => ({ assetCode, assetScale, rate }),
)
export const ownKeys = [{ kid: 'client-key-1' }, { kid: 'client-key-2' }, { kid: 'client-key-3' }]

type Code = keyof typeof assets

const payer = (name: string, assetCode: Code): WalletFixture => ({ name, assetCode, history: true })
const payers = [
  payer('alice', 'USD'),
  payer('bob', 'USD'),
  payer('aiko', 'JPY'),
  payer('fatima', 'BHD'),
  payer('aurelia', 'XAU'),
]

const payee = (name: string, assetCode: Code): WalletFixture => ({ name, assetCode })
const payees = [payee('carol', 'USD'), payee('kenji', 'JPY'), payee('hamad', 'BHD'), payee('midas', 'XAU')]

/** So many payments of everyday size. */
const coins = (count: bigint, code: string, among = ownAssets): string => {
  const asset = among.find(({ assetCode }) => assetCode === code)
  return asset ? String(count * coinOf(asset)) : '0'
}

/** One token of each kind for every wallet, and one that reads the wallets of its receivers. */
export function tokensFor(
  { wallets, keys: [, otherKey], assets: among }: Pick<Fixtures, 'wallets' | 'keys' | 'assets'>,
  receiving: readonly string[],
): TokenFixture[] {
  return wallets.flatMap(({ name, assetCode }) => {
    const token = (differs: Partial<TokenFixture> = {}): TokenFixture => ({ wallets: [name], ...differs })
    return [
      token(),
      token({ rights: ['read'] }),
      token({ rights: ['create'] }),
      token({ expiresIn: '-1ms' }),
      token({ revoked: true }),
      token({ debitLimit: coins(5n, assetCode, among) }),
      ...(otherKey ? [token({ key: otherKey.kid })] : []),
      token({ wallets: [...new Set([name, ...receiving])], rights: ['read'] }),
    ]
  })
}

const repeat = <T>(times: number, fixture: T): T[] => Array.from({ length: times }, () => fixture)

/** The receivers on a payee's wallet, of every kind. */
const receiversOn = ({ name: wallet, assetCode }: WalletFixture): ReceiverFixture[] => {
  const five = { wallet, incomingAmount: coins(5n, assetCode) }
  return [
    ...repeat<ReceiverFixture>(6, { wallet, kind: 'open' }),
    ...repeat<ReceiverFixture>(9, { ...five, kind: 'fixed' }),
    ...repeat<ReceiverFixture>(3, { ...five, kind: 'fixed', receivedAmount: coins(2n, assetCode) }),
    ...repeat<ReceiverFixture>(2, { wallet, kind: 'otherAsset' }),
    { wallet, kind: 'expired' },
    { ...five, kind: 'expired', receivedAmount: coins(1n, assetCode) },
    { ...five, kind: 'completed' },
    { wallet, kind: 'completed', receivedAmount: coins(3n, assetCode) },
    ...repeat<ReceiverFixture>(2, { wallet, kind: 'failing' }),
    ...repeat<ReceiverFixture>(2, { wallet, kind: 'expiring' }),
  ]
}

/** The incoming payments on a payer's own wallet. */
const incomingPaymentsOn = ({ name: wallet, assetCode }: WalletFixture): IncomingPaymentFixture[] => {
  const seven = { wallet, incomingAmount: coins(7n, assetCode) }
  return [
    { wallet },
    { ...seven, metadata: { description: 'Order 17', lines: [1, 2], paid: false } },
    { ...seven, receivedAmount: coins(4n, assetCode) },
    { ...seven, receivedAmount: seven.incomingAmount, metadata: { description: 'Order 18' } },
    { wallet, receivedAmount: coins(1n, assetCode), expiresIn: '-1h' },
  ]
}

const ground = { assets: ownAssets, keys: ownKeys, wallets: [...payers, ...payees] }

/** The built-in world: payers and payees in four assets, each wallet with its tokens. */
export const builtIn: Fixtures = {
  ...ground,
  tokens: tokensFor(
    ground,
    payees.map(({ name }) => name),
  ),
  receivers: payees.flatMap(receiversOn),
  incomingPayments: payers.flatMap(incomingPaymentsOn),
}
