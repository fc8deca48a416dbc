import { coinOf } from './assets.ts'
import type { Random } from './random.ts'
import { secret } from './random.ts'
import type { Token, TokenKind, Wallet } from './resources.ts'
import type { World } from './world.ts'

const everything = ['create', 'read'] as const

/** One token of each kind for a wallet, and one that reads the wallets of its receivers. */
export const tokensOf = (
  wallet: Wallet,
  payees: readonly [Wallet, ...Wallet[]],
  { signing, otherClient }: World['clients'],
  now: number,
  random: Random,
): Token[] => {
  const token = (kind: TokenKind, differs: Partial<Token> = {}): Token => ({
    value: secret(random, 24),
    kind,
    client: signing,
    wallets: [wallet],
    rights: everything,
    ...differs,
  })
  return [
    token('full'),
    token('readOnly', { rights: ['read'] }),
    token('writeOnly', { rights: ['create'] }),
    token('expired', { expiresAt: now - 1 }),
    token('revoked', { revoked: true }),
    token('limited', { debitLimit: 5n * coinOf(wallet.asset) }),
    token('otherClient', { client: otherClient }),
    token('receivers', { wallets: [wallet, ...payees], rights: ['read'] }),
  ]
}
