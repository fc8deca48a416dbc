import type { Random } from '../core/random.ts'
import { secret } from '../core/random.ts'
import { durationOf } from '../core/time.ts'
import type { Fixtures, TokenFixture } from '../state/fixtures.ts'
import type { Client, Token, TokenKind, Wallet } from '../state/resources.ts'

/** What the tokens of a world refer to. */
interface Ground {
  /** When the world begins. */
  beginning: number
  wallet: (name: string) => Wallet
  client: (kid: string | undefined) => Client
  random: Random
}

/** The tokens of the fixtures; a wallet that no token has all rights on gets one of the mock's making. */
export function tokensOf({ wallets, tokens }: Fixtures, ground: Ground): Token[] {
  const ownerOf = (name: string): TokenFixture | undefined =>
    tokens.find((token) => token.wallets[0] === name && isWhole(token))
  const ownerless = wallets.filter(({ name }) => !ownerOf(name)).map(({ name }) => ({ wallets: [name] }))
  return [...tokens, ...ownerless].map((token) =>
    tokenOf(token, kindOf(token, ownerOf(token.wallets[0] ?? '')), ground),
  )
}

const tokenOf = (
  { value, key, wallets, rights = everything, expiresIn, revoked, debitLimit }: TokenFixture,
  kind: TokenKind,
  { beginning, wallet, client, random }: Ground,
): Token => {
  const [first = '', ...further] = wallets
  return {
    value: value ?? secret(random, 24),
    kind,
    client: client(key),
    wallets: [wallet(first), ...further.map(wallet)],
    rights,
    ...(expiresIn !== undefined && { expiresAt: beginning + (durationOf(expiresIn) ?? 0) }),
    ...(revoked && { revoked }),
    ...(debitLimit !== undefined && { debitLimit: BigInt(debitLimit) }),
  }
}

const everything = ['create', 'read'] as const

/** The place of a target file that a token fits, where that owner's is the full one. */
const kindOf = (token: TokenFixture, owner: TokenFixture = token): TokenKind => {
  const { rights = everything, wallets, revoked, debitLimit } = token
  if (revoked) return 'revoked'
  if (isExpired(token)) return 'expired'
  if (token.key !== owner.key) return isWhole(token) ? 'otherClient' : 'further'
  if (rights.length === 2) return debitLimit === undefined ? 'full' : 'limited'
  if (debitLimit !== undefined || rights.length === 0) return 'further'
  if (rights.includes('create')) return 'writeOnly'
  return wallets.length === 1 ? 'readOnly' : 'receivers'
}

const isExpired = ({ expiresIn }: TokenFixture): boolean => expiresIn?.startsWith('-') ?? false

/** Alive, and free to do everything. */
const isWhole = (token: TokenFixture): boolean => {
  const { rights = everything, revoked = false, debitLimit } = token
  return rights.length === 2 && !revoked && debitLimit === undefined && !isExpired(token)
}
