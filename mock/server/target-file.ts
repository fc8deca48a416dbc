import { stringify } from 'yaml'
import { MockConfigurationError } from '../core/errors.ts'
import { coinOf } from '../state/assets.ts'
import { firstWallet, incomingPaymentUrl, tokenIfAny, tokenOf, walletUrl } from '../state/lookup.ts'
import type {
  Client,
  IncomingPayment,
  IncomingPaymentKind,
  Token,
  TokenKind,
  Wallet,
} from '../state/resources.ts'
import type { World } from '../state/world.ts'
import type { ListeningMock, Mock } from './options.ts'

const heading = `# A target file for a mock with the keys and tokens below. It contains everything that a full run needs.
`

/** The text of a target file for a listening mock, for the first wallet or the one of that name. */
export function targetFile({ world }: Pick<Mock, 'world'>, listening: ListeningMock, name?: string): string {
  const wallet = (name === undefined ? undefined : world.wallets.get(name)) ?? firstWallet(world)
  return heading + stringify(described(world, wallet, listening), { lineWidth: 0 })
}

/** The contents of a target file as an object, for the first wallet. */
export function targetOf(world: World, listening: Whereabouts): unknown {
  return described(world, firstWallet(world), listening)
}

type Whereabouts = Pick<ListeningMock, 'url' | 'certificate' | 'controlUrl'>

/** Values that the world does not have are undefined, and so are not written. */
const described = (world: World, wallet: Wallet, { url, certificate, controlUrl }: Whereabouts) => {
  const { publicUrl } = world
  const coin = coinOf(wallet.asset)
  const full = tokenOf(world, wallet)
  return {
    version: 1,
    name: 'mock',
    profile: world.profile,
    baseUrl: publicUrl,
    walletAddress: walletUrl(world, wallet),
    walletAsset: wallet.asset,
    ...(publicUrl.startsWith(`${url}/`) || publicUrl === url
      ? {}
      : { connectUrl: url + new URL(publicUrl).pathname }),
    ...originsOf(world),
    ...(certificate !== undefined && { tls: { ca: certificate } }),
    signing: { privateKey: jwk(full.client) },
    tokens: tokens(world, wallet),
    otherKey: otherKey(world, full.client),
    otherClient: otherClient(tokenIfAny(world, wallet, 'otherClient')),
    otherWallet: otherWallet(world, full),
    receivers: receivers(world, wallet),
    incomingPayments: world.incomingPayments.of(wallet).map((payment) => incomingPaymentUrl(world, payment)),
    limits: {
      settleTimeout: '2s',
      controlValue: String(coin),
      maxDebitValue: String(10n * coin),
      debitBudget: String(1000n * coin),
    },
    ...(controlUrl !== undefined && { clock: { url: `${controlUrl}/clock` } }),
  }
}

/** The origin of the resource URLs, if it differs from that of the public URL. */
const originsOf = ({ publicUrl, behaviour }: World): { origins?: string[] } => {
  const { origin } = new URL(behaviour.urls.resourcesBelow(publicUrl))
  return origin === new URL(publicUrl).origin ? {} : { origins: [origin] }
}

const jwk = ({ key, privateJwk }: Client): string => {
  if (privateJwk) return JSON.stringify(privateJwk)
  throw new MockConfigurationError(
    'ERR_NO_PRIVATE_KEY',
    `The fixtures contain only the public half of the key "${key.keyId}", but a target file needs the private half. Give only its kid, and the mock generates the key`,
  )
}

/** A key that the server knows and that is not the client's. A key without tokens is preferred. */
const otherKey = ({ keys, clients }: World, client: Client) => {
  const other = [clients.otherKey, clients.otherClient, clients.signing].find(
    (each) => each !== client && each.privateJwk && keys.get(each.key.keyId) === each,
  )
  return other && { privateKey: jwk(other), boundElsewhere: true }
}

const otherClient = (token: Token | undefined) =>
  token?.client.privateJwk && { signing: { privateKey: jwk(token.client) }, token: token.value }

/** A second wallet on which the same client has all rights, through a token for that wallet alone. */
const otherWallet = (world: World, { client, wallets: [wallet] }: Token) => {
  for (const other of world.wallets.values()) {
    const token = tokenOf(world, other)
    if (other === wallet || token.client !== client || token.wallets.length > 1) continue
    return { walletAddress: walletUrl(world, other), token: token.value }
  }
  return undefined
}

const tokens = (world: World, wallet: Wallet) => {
  const token = (kind: TokenKind) => tokenIfAny(world, wallet, kind)
  const limited = (kind: TokenKind) => limitedToken(token(kind))
  return {
    full: token('full')?.value,
    readOnly: token('readOnly')?.value,
    writeOnly: token('writeOnly')?.value,
    expired: token('expired')?.value,
    revoked: token('revoked')?.value,
    rotated: token('rotated')?.value,
    ownOnly: token('ownOnly')?.value,
    limited: limited('limited'),
    limitedPerInterval: limited('limitedPerInterval'),
    limitedReceive: limited('limitedReceive'),
    limitedToReceiver: limited('limitedToReceiver'),
  }
}

/** The token and its limits. Amounts are in the asset of its wallet. */
const limitedToken = (token: Token | undefined) => {
  if (!token) return undefined
  const { debitAmount, receiveAmount, ...others } = token.limits ?? {}
  return {
    token: token.value,
    ...(debitAmount && { debitAmount: String(debitAmount.value) }),
    ...(receiveAmount && { receiveAmount: String(receiveAmount.value) }),
    ...others,
  }
}

const receivers = (world: World, wallet: Wallet) => {
  const payments = [...world.incomingPayments.all()].filter((payment) => payment.wallet !== wallet)
  const sameAsset = ({ wallet: its }: IncomingPayment) => its.asset.assetCode === wallet.asset.assetCode
  const listed = (kind: IncomingPaymentKind) =>
    payments.filter((payment) => payment.kind === kind && sameAsset(payment) !== (kind === 'otherAsset'))
  const urls = (kind: IncomingPaymentKind) =>
    listed(kind).map((payment) => ({ url: incomingPaymentUrl(world, payment), ...incomingAmount(payment) }))
  const plain = (kind: IncomingPaymentKind) => urls(kind).map(({ url }) => url)
  const access = tokenIfAny(world, wallet, 'receivers')
  return {
    access: access && { token: access.value },
    open: plain('open'),
    fixed: urls('fixed'),
    otherAsset: inTurn(listed('otherAsset')).map((payment) => incomingPaymentUrl(world, payment)),
    expiring: plain('expiring'),
    expired: plain('expired'),
    completed: plain('completed'),
    failing: plain('failing'),
  }
}

/** Sorts the payments so that the wallets alternate. The first few then have several assets. */
const inTurn = (payments: readonly IncomingPayment[]): IncomingPayment[] => {
  const turnOf = (payment: IncomingPayment): number =>
    payments.filter(({ wallet }) => wallet === payment.wallet).indexOf(payment)
  return payments.toSorted((one, other) => turnOf(one) - turnOf(other))
}

const incomingAmount = ({ incomingAmount: amount }: IncomingPayment) =>
  amount && { incomingAmount: { ...amount, value: String(amount.value) } }
