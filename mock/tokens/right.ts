import { forbidden } from '../core/answer.ts'
import type { Guard } from '../http/guard.ts'
import type { Context } from '../state/world.ts'
import { mayDo, mayDoOn, mayDoWith } from './may-do.ts'

const notCovered = forbidden('The access token does not cover that wallet address')

export const rightCreate: Guard = {
  id: 'right-create',
  family: 'right',
  requirement: 'right.create',
  refuses: ({ token, operation }) =>
    !token || mayDo(token, operation) ? undefined : forbidden('The access token gives no right to create'),
}

export const rightRead: Guard = {
  id: 'right-read',
  family: 'right',
  requirement: 'right.read',
  refuses: ({ token, operation }) =>
    !token || mayDo(token, operation)
      ? undefined
      : forbidden('The access token gives no right to read or list'),
}

/** Abstains where the wallet is unknown: that is another guard's defect. */
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
    return isFree ? undefined : forbidden('The access token reads only the quotes that its own client made')
  },
}

/** An unknown wallet address is refused like another's: a list does not tell which wallets exist. */
export const rightWalletList: Guard = {
  id: 'right-wallet-list',
  family: 'right',
  requirement: 'right.wallet.list',
  refuses: ({ world, token, operation, query, subject: { wallet } }) =>
    !token || !query.has('wallet-address') || (wallet && mayDoOn(world, token, operation, wallet))
      ? undefined
      : notCovered,
}
