import { forbidden, type Guard } from './guard.ts'

const notCovered = forbidden('The access token does not cover that wallet address')

export const rightCreate: Guard = {
  id: 'right-create',
  family: 'right',
  requirement: 'right.create',
  refuses: ({ token }) =>
    !token || token.rights.includes('create')
      ? undefined
      : forbidden('The access token gives no right to create'),
}

export const rightRead: Guard = {
  id: 'right-read',
  family: 'right',
  requirement: 'right.read',
  refuses: ({ token }) =>
    !token || token.rights.includes('read')
      ? undefined
      : forbidden('The access token gives no right to read or list'),
}

/** Abstains where the wallet is unknown: that is another guard's defect. */
const rightOnWallet = (operation: 'create' | 'get-quote'): Guard => ({
  id: `right-wallet-${operation}`,
  family: 'right',
  requirement: `right.wallet.${operation}`,
  refuses: ({ token, subject: { wallet } }) =>
    !token || !wallet || token.wallets.includes(wallet) ? undefined : notCovered,
})

export const rightWalletCreate = rightOnWallet('create')
export const rightWalletGetQuote = rightOnWallet('get-quote')

/** An unknown wallet address is refused like another's: a list does not tell which wallets exist. */
export const rightWalletList: Guard = {
  id: 'right-wallet-list',
  family: 'right',
  requirement: 'right.wallet.list',
  refuses: ({ token, query, subject: { wallet } }) =>
    !token || !query.has('wallet-address') || (wallet && token.wallets.includes(wallet))
      ? undefined
      : notCovered,
}
