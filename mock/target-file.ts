import { stringify } from 'yaml'
import type { Listening, Mock } from './server.ts'
import { coinOf } from './world/assets.ts'
import type { Client, IncomingPayment, IncomingPaymentKind, TokenKind, Wallet } from './world/resources.ts'
import { firstWallet, incomingPaymentUrl, tokenOf, type World, walletUrl } from './world/world.ts'

const heading = `# A target file for a mock that runs with the keys and tokens below: everything that a full run needs.
`

/** The text of a target file for a mock that listens, for the first wallet or one of another name. */
export const targetFile = ({ world }: Mock, { url, certificate }: Listening, name?: string): string => {
  const wallet = (name === undefined ? undefined : world.wallets.get(name)) ?? firstWallet(world)
  return heading + stringify(described(world, wallet, url, certificate), { lineWidth: 0 })
}

const described = (world: World, wallet: Wallet, url: string, certificate: string | undefined) => {
  const { clients, publicUrl } = world
  const coin = coinOf(wallet.asset)
  const other = otherWallet(world, wallet)
  return {
    version: 1,
    name: 'mock',
    profile: 'interface',
    baseUrl: publicUrl,
    walletAddress: walletUrl(world, wallet),
    walletAsset: wallet.asset,
    ...(publicUrl.startsWith(`${url}/`) || publicUrl === url
      ? {}
      : { connectUrl: url + new URL(publicUrl).pathname }),
    ...(certificate !== undefined && { tls: { ca: certificate } }),
    signing: { privateKey: jwk(clients.signing) },
    tokens: tokens(world, wallet),
    otherKey: { privateKey: jwk(clients.otherKey), boundElsewhere: true },
    otherClient: {
      signing: { privateKey: jwk(clients.otherClient) },
      token: tokenOf(world, wallet, 'otherClient').value,
    },
    otherWallet: { walletAddress: walletUrl(world, other), token: tokenOf(world, other).value },
    receivers: receivers(world, wallet),
    incomingPayments: world.incomingPayments.of(wallet).map((payment) => incomingPaymentUrl(world, payment)),
    limits: {
      controlValue: String(coin),
      maxDebitValue: String(10n * coin),
      debitBudget: String(1000n * coin),
    },
  }
}

const jwk = ({ privateJwk }: Client): string => JSON.stringify(privateJwk)

const otherWallet = ({ wallets }: World, wallet: Wallet): Wallet => {
  for (const other of wallets.values()) if (other !== wallet) return other
  throw new Error('a world with a single wallet')
}

const tokens = (world: World, wallet: Wallet) => {
  const token = (kind: TokenKind) => tokenOf(world, wallet, kind).value
  return {
    full: token('full'),
    readOnly: token('readOnly'),
    writeOnly: token('writeOnly'),
    expired: token('expired'),
    revoked: token('revoked'),
    limited: {
      token: token('limited'),
      debitAmount: String(tokenOf(world, wallet, 'limited').debitLimit ?? 0n),
    },
  }
}

const receivers = (world: World, wallet: Wallet) => {
  const payments = [...world.incomingPayments.all()].filter((payment) => payment.wallet !== wallet)
  const sameAsset = ({ wallet: its }: IncomingPayment) => its.asset.assetCode === wallet.asset.assetCode
  const urls = (kind: IncomingPaymentKind) =>
    payments
      .filter((payment) => payment.kind === kind && sameAsset(payment) !== (kind === 'otherAsset'))
      .map((payment) => ({ url: incomingPaymentUrl(world, payment), ...incomingAmount(payment) }))
  const plain = (kind: IncomingPaymentKind) => urls(kind).map(({ url }) => url)
  return {
    access: { token: tokenOf(world, wallet, 'receivers').value },
    open: plain('open'),
    fixed: urls('fixed'),
    otherAsset: plain('otherAsset'),
    expired: plain('expired'),
    completed: plain('completed'),
    failing: plain('failing'),
  }
}

const incomingAmount = ({ incomingAmount: amount }: IncomingPayment) =>
  amount && { incomingAmount: { ...amount, value: String(amount.value) } }
