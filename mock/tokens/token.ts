import { forbidden, unauthorized } from '../core/answer.ts'
import type { Guard } from '../http/guard.ts'
import { firstWallet, tokenOf } from '../state/lookup.ts'
import type { Context } from '../state/world.ts'
import { mayDo, mayDoOn, mayDoWith } from './may-do.ts'

/**
 * Supplies a token if a left-out guard let pass a request without a valid one: the full token of the wallet that the
 * request is about.
 */
const fullToken = (context: Context): void => {
  context.token ??= tokenOf(context.world, context.subject.wallet ?? firstWallet(context.world))
}

const tokenPresent: Guard = {
  id: 'token-present',
  family: 'token',
  requirement: 'token.required',
  refuses: ({ authorization }) =>
    authorization?.trim()
      ? undefined
      : unauthorized('The request carries no access token: send "Authorization: GNAP <token>"'),
  fallback: fullToken,
}

const tokenScheme: Guard = {
  id: 'token-scheme',
  family: 'token',
  requirement: 'token.scheme',
  refuses: ({ authorization, credentials }) =>
    authorization === undefined || credentials?.scheme.toLowerCase() === 'gnap'
      ? undefined
      : unauthorized('The authorization header does not have the form "GNAP <token>"'),
  fallback: fullToken,
}

const tokenKnown: Guard = {
  id: 'token-known',
  family: 'token',
  requirement: 'token.known',
  refuses: ({ credentials, token }) =>
    credentials && !token ? unauthorized('The access token is unknown') : undefined,
  fallback: fullToken,
}

const tokenNotExpired: Guard = {
  id: 'token-not-expired',
  family: 'token',
  requirement: 'token.expired',
  refuses: ({ token, world }) =>
    token?.expiresAt !== undefined && token.expiresAt <= world.now()
      ? unauthorized('The access token has expired')
      : undefined,
}

const tokenNotRevoked: Guard = {
  id: 'token-not-revoked',
  family: 'token',
  requirement: 'token.revoked',
  refuses: ({ token }) => (token?.revoked ? unauthorized('The access token has been revoked') : undefined),
}

const tokenNotRotated: Guard = {
  id: 'token-not-rotated',
  family: 'token',
  requirement: 'token.rotated',
  refuses: ({ token }) =>
    token?.rotated
      ? unauthorized('The access token was rotated: its new value has taken its place')
      : undefined,
}

export const tokenGuards = [
  tokenPresent,
  tokenScheme,
  tokenKnown,
  tokenNotExpired,
  tokenNotRevoked,
  tokenNotRotated,
]

const notCovered = forbidden('The access token does not cover the wallet address')

export const rightCreate: Guard = {
  id: 'right-create',
  family: 'right',
  requirement: 'right.create',
  refuses: ({ token, operation }) =>
    !token || mayDo(token, operation) ? undefined : forbidden('The access token does not permit creating'),
}

export const rightRead: Guard = {
  id: 'right-read',
  family: 'right',
  requirement: 'right.read',
  refuses: ({ token, operation }) =>
    !token || mayDo(token, operation)
      ? undefined
      : forbidden('The access token does not permit reading or listing'),
}

/** Abstains if the wallet is unknown, because that is another guard's defect. */
export const rightWalletCreate: Guard = {
  id: 'right-wallet-create',
  family: 'right',
  requirement: 'right.wallet.create',
  refuses: (context) => (isOnItsWallet(context) ? undefined : notCovered),
}

const isOnItsWallet = ({ world, token, operation, subject: { wallet } }: Context): boolean =>
  !token || !wallet || mayDoOn(world, token, operation, wallet)

export const rightWalletGetQuote: Guard = {
  id: 'right-wallet-get-quote',
  family: 'right',
  requirement: 'right.wallet.get-quote',
  refuses: (context) => {
    const { world, token, operation, subject } = context
    if (!isOnItsWallet(context)) return notCovered
    const isFree = !token || !subject.quote || mayDoWith(world, token, operation, subject.quote)
    return isFree
      ? undefined
      : forbidden('The access token permits reading only the quotes of its own client')
  },
}

/** Refuses an unknown wallet address like a foreign one, so that a list does not reveal which wallets exist. */
export const rightWalletList: Guard = {
  id: 'right-wallet-list',
  family: 'right',
  requirement: 'right.wallet.list',
  refuses: ({ world, token, operation, query, subject: { wallet } }) =>
    !token || !query.has('wallet-address') || (wallet && mayDoOn(world, token, operation, wallet))
      ? undefined
      : notCovered,
}
