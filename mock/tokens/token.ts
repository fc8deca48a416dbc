import { unauthorized } from '../core/answer.ts'
import type { Guard } from '../http/guard.ts'
import { firstWallet, tokenOf } from '../state/lookup.ts'
import type { Context } from '../state/world.ts'

/** The full token of the wallet that the request is about stands in where none can be found. */
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
      : unauthorized('The authorization header has another form than "GNAP <token>"'),
  fallback: fullToken,
}

const tokenKnown: Guard = {
  id: 'token-known',
  family: 'token',
  requirement: 'token.known',
  refuses: ({ credentials, token }) =>
    credentials && !token ? unauthorized('The access token is not one that this server knows') : undefined,
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

export const tokenGuards = [tokenPresent, tokenScheme, tokenKnown, tokenNotExpired, tokenNotRevoked]
