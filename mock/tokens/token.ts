import { forbidden, unauthorized } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import { type Guard, guardsOf } from '../http/guard.ts'
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

export const tokenGuards = guardsOf('token', {
  'token-present': {
    requirement: 'token.required',
    refuses: ({ authorization }) =>
      authorization?.trim()
        ? undefined
        : unauthorized('The request carries no access token: send "Authorization: GNAP <token>"'),
    fallback: fullToken,
  },
  'token-scheme': {
    requirement: 'token.scheme',
    refuses: ({ authorization, credentials }) =>
      authorization === undefined || credentials?.scheme.toLowerCase() === 'gnap'
        ? undefined
        : unauthorized('The authorization header does not have the form "GNAP <token>"'),
    fallback: fullToken,
  },
  'token-known': {
    requirement: 'token.known',
    refuses: ({ credentials, token }) =>
      credentials && !token ? unauthorized('The access token is unknown') : undefined,
    fallback: fullToken,
  },
  'token-not-expired': {
    requirement: 'token.expired',
    refuses: ({ token, world }) =>
      token?.expiresAt !== undefined && token.expiresAt <= world.now()
        ? unauthorized('The access token has expired')
        : undefined,
  },
  'token-not-revoked': {
    requirement: 'token.revoked',
    refuses: ({ token }) => (token?.revoked ? unauthorized('The access token has been revoked') : undefined),
  },
  'token-not-rotated': {
    requirement: 'token.rotated',
    refuses: ({ token }) =>
      token?.rotated
        ? unauthorized('The access token was rotated: its new value has taken its place')
        : undefined,
  },
})

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

/** Makes the guard that a token has the right to what its operation names, unless nothing has that name. */
export const rightOnNamed = (
  id: string,
  operation: OperationId,
  of: 'incomingPayment' | 'outgoingPayment',
): Guard => ({
  id,
  family: 'right',
  requirement: `right.wallet.${operation}`,
  refuses: ({ world, token, operation: asked, subject: { [of]: payment } }) =>
    !token || !payment || mayDoWith(world, token, asked, payment)
      ? undefined
      : forbidden(
          `The access token does not cover the wallet address of the ${of === 'incomingPayment' ? 'incoming' : 'outgoing'} payment`,
        ),
})
