import { type Asset, amountOf } from '../core/amounts.ts'
import { type Random, secret } from '../core/random.ts'
import { durationOf } from '../core/time.ts'
import { type Fixtures, payableBy, type TokenFixture } from '../state/fixtures.ts'
import { incomingPaymentUrl } from '../state/lookup.ts'
import type { Client, IncomingPayment, Token, TokenKind, TokenLimits, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** The parts of a world to which tokens refer. */
interface TokenContext {
  /** The time at which the world begins. */
  beginning: number
  wallet: (name: string) => Wallet
  client: (kid: string | undefined) => Client
  random: Random
}

/** The tokens of the fixtures. The mock adds a token for each wallet on which none has all rights. */
export function tokensOf({ wallets, tokens }: Fixtures, context: TokenContext): Token[] {
  const ownerOf = (name: string): TokenFixture | undefined =>
    tokens.find((token) => token.wallets[0] === name && isWhole(token))
  const ownerless = wallets.filter(({ name }) => !ownerOf(name)).map(({ name }) => ({ wallets: [name] }))
  return [...tokens, ...ownerless].map((token) =>
    tokenOf(token, kindOf(token, ownerOf(token.wallets[0] ?? '')), context),
  )
}

const tokenOf = (
  {
    value,
    key,
    wallets,
    rights = everything,
    expiresIn,
    ownOnly,
    revoked,
    rotated,
    ...limited
  }: TokenFixture,
  kind: TokenKind,
  { beginning, wallet, client, random }: TokenContext,
): Token => {
  const [first = '', ...further] = wallets
  const limits = limitsOf(limited, wallet(first).asset)
  return {
    value: value ?? secret(random, 24),
    kind,
    client: client(key),
    wallets: [wallet(first), ...further.map(wallet)],
    rights,
    ...(ownOnly && { ownOnly }),
    ...(expiresIn !== undefined && { expiresAt: beginning + (durationOf(expiresIn) ?? 0) }),
    ...(revoked && { revoked }),
    ...(rotated && { rotated }),
    ...(limits && { limits }),
  }
}

/** The limits of a token except its receiver, which is created later. */
const limitsOf = (
  { debitLimit, receiveLimit, interval }: Pick<TokenFixture, 'debitLimit' | 'receiveLimit' | 'interval'>,
  asset: Asset,
): TokenLimits | undefined => {
  if (debitLimit === undefined && receiveLimit === undefined) return undefined
  return {
    ...(debitLimit !== undefined && { debitAmount: amountOf(BigInt(debitLimit), asset) }),
    ...(receiveLimit !== undefined && { receiveAmount: amountOf(BigInt(receiveLimit), asset) }),
    ...(interval !== undefined && { interval }),
  }
}

const everything = ['create', 'read'] as const

/** The place in a target file that a token fits, if the owner's token is the full one. */
const kindOf = (token: TokenFixture, owner: TokenFixture = token): TokenKind => {
  const { rights = everything, wallets, revoked, rotated } = token
  if (revoked) return 'revoked'
  if (rotated) return 'rotated'
  if (isExpired(token)) return 'expired'
  if (token.key !== owner.key) return isWhole(token) ? 'otherClient' : 'further'
  if (rights.length === 2 && !token.ownOnly) return kindByLimit(token)
  if (isLimited(token) || rights.length === 0) return 'further'
  if (token.ownOnly) return 'ownOnly'
  if (rights.includes('create')) return 'writeOnly'
  return wallets.length === 1 ? 'readOnly' : 'receivers'
}

const kindByLimit = ({ debitLimit, receiveLimit, interval, receiver }: TokenFixture): TokenKind => {
  if (receiver !== undefined) return 'limitedToReceiver'
  if (interval !== undefined) return 'limitedPerInterval'
  if (receiveLimit !== undefined) return 'limitedReceive'
  return debitLimit === undefined ? 'full' : 'limited'
}

const isLimited = (token: TokenFixture): boolean => kindByLimit(token) !== 'full'

const isExpired = ({ expiresIn }: TokenFixture): boolean => expiresIn?.startsWith('-') ?? false

/** Returns true if the token is alive and permits everything. */
const isWhole = (token: TokenFixture): boolean => {
  const { rights = everything, revoked = false, rotated = false } = token
  return (
    rights.length === 2 && !token.ownOnly && !revoked && !rotated && !isLimited(token) && !isExpired(token)
  )
}

/** Completes the limits of tokens that may pay into one receiver only. */
export function limitToReceivers(
  world: World,
  fixtures: Fixtures,
  tokens: readonly Token[],
  receivers: readonly IncomingPayment[],
): void {
  for (const [
    at,
    {
      wallets: [first],
      receiver: kind,
    },
  ] of fixtures.tokens.entries()) {
    const [token, wallet] = [tokens[at], fixtures.wallets.find(({ name }) => name === first)]
    const payable = kind && wallet && payableBy(wallet, kind, fixtures)
    const receiver = payable && receivers[fixtures.receivers.indexOf(payable)]
    if (!token || !receiver) continue
    token.limits = {
      ...token.limits,
      // The public URL may not be known yet.
      get receiver() {
        return incomingPaymentUrl(world, receiver)
      },
    }
  }
}
