import { cursorIn } from '../../lists/list-route.ts'
import { indexOfCursor } from '../../lists/page.ts'
import { walletAt } from '../../state/lookup.ts'
import type { OutgoingPayment, Stored, Wallet } from '../../state/resources.ts'
import type { NamedRefusal, World } from '../../state/world.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'

/** Returns true if a refused cursor belongs to the wallet's other list. */
const isOfAnotherList = (world: World, { guard, context }: NamedRefusal): boolean => {
  const cursor = guard === 'page-cursor-known' && context ? cursorIn(context) : undefined
  if (cursor === undefined) return false
  return [world.incomingPayments, world.outgoingPayments].some(
    (store) => indexOfCursor([...store.all()], cursor) !== -1,
  )
}

/**
 * A server whose lists remember the wallet address that was named last, by anybody. In other profiles than `interface` each
 * request for a list has to name one.
 */
export const lastWalletFault: Defect = {
  id: 'list-without-wallet-address-of-the-last',
  breaks: 'right.wallet.list',
  says: 'A list without a wallet address in its request shows the wallet address that any client named last',
  source: 'behaviour',
  learns: ['requests.began'],
  override: ({ lists: { items }, requests: { began } }) => {
    let last: Wallet | undefined
    let isNamed = false
    return {
      requests: {
        began: (arrived) => {
          isNamed = new URL(arrived.request.targetUri).searchParams.has('wallet-address')
          began(arrived)
        },
      },
      lists: {
        items: (store, wallet, token) => {
          if (isNamed) last = wallet
          return items(store, isNamed ? wallet : (last ?? wallet), token)
        },
      },
    }
  },
}

const withLastPaid = <T extends Stored>(world: World, one: T): T => {
  const paid = [...world.outgoingPayments.all()].filter(({ receiver }) => receiver.id === one.id)
  const last = paid.at(-1)
  return last ? { ...one, receivedAmount: last.deliveredAmount } : one
}

export const listFaults: readonly Defect[] = [
  ...faultsBy('lists', 'items', {
    'incoming-payment-listed-once-per-payment': {
      breaks: 'list.no-duplicates',
      says: 'An incoming payment is listed once for each payment into it since the world began, like rows of a join',
      by:
        (items, world) =>
        (...listed) =>
          items(...listed).flatMap((one) => {
            const paid = [...world.outgoingPayments.all()].filter(
              ({ receiver, createdAt }) => receiver.id === one.id && createdAt >= world.beginning,
            )
            return [one, ...paid.slice(1).map(() => one)]
          }),
    },
    'list-of-all-wallets': {
      breaks: 'list.wallet-address',
      says: 'A list contains the items of all wallet addresses',
      by: () => (store) => [...store.all()],
    },
    'list-of-the-token': {
      breaks: 'list.wallet-address',
      says: "A list contains the items of the token's wallet address, whatever wallet address the request names",
      without: ['right-wallet-list'],
      by: (items) => (store, wallet, token) => items(store, token?.wallets[0] ?? wallet, token),
    },
    'right-for-one-of-two-wallets': {
      breaks: 'right.wallet.list',
      says: 'If a list is asked for with two wallet addresses, the right for the second is enough to see the first',
      without: ['right-wallet-list'],
      while: ({ world, query, token }) => {
        const [, ...others] = query.getAll('wallet-address')
        return others.some((url) => {
          const wallet = walletAt(world, url, 'wallet-of-list')
          return wallet !== undefined && token?.wallets.includes(wallet) === true
        })
      },
      by: (items) => items,
    },
    'list-leaves-out-the-newest': {
      breaks: 'list.complete',
      says: 'Lists leave out the newest item',
      gives: (items) => items.slice(0, -1),
    },
    'incoming-list-leaves-out-the-oldest': {
      breaks: 'list-incoming-payments.complete',
      says: 'Lists leave out the oldest incoming payment of a wallet address',
      gives: (items) => (items.some((item) => 'ilpAddress' in item) ? items.slice(1) : items),
    },
    'list-shows-what-the-last-payment-brought': {
      breaks: 'incoming-payment.received-amount.grows',
      says: 'In a list, receivedAmount is what the last payment into an incoming payment brought',
      operations: ['list-incoming-payments'],
      by: (items, world) => (store, wallet, token) =>
        items(store, wallet, token).map((one) => withLastPaid(world, one)),
    },
    'list-with-payments-to-the-wallet': {
      breaks: 'list.wallet-address',
      says: 'The outgoing payments of a wallet address also list the payments of others to it',
      operations: ['list-outgoing-payments'],
      by: (items, world) => (store, wallet, token) => [
        ...items(store, wallet, token),
        ...[...store.all()].filter(
          (one) => one.wallet !== wallet && world.outgoingPayments.get(one.id)?.receiver?.wallet === wallet,
        ),
      ],
    },
    'list-of-first-client-only': {
      breaks: 'list.clients',
      says: 'A second client of a wallet address cannot find the resources that it created',
      // The second client creates outgoing payments under every profile.
      operations: ['list-outgoing-payments'],
      gives: (items: ReadonlyArray<Stored & Partial<OutgoingPayment>>, _store, _wallet, token) =>
        token?.kind === 'otherClient' ? items.filter((item) => item.token !== token) : items,
    },
  }),
  faultBy('lists', 'showCursor', {
    id: 'cursors-lead-nowhere',
    breaks: 'page.end-cursor.leads-on',
    says: 'The server refuses the cursors that it shows',
    by: () => () => 'end',
  }),
  faultBy('answers', 'refused', {
    id: 'cursor-of-another-list-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A cursor from the other list of the wallet address gets a 500',
    by: (refused, world) => (refusal) =>
      isOfAnotherList(world, refusal) ? { ...refused(refusal), status: 500 } : refused(refusal),
  }),
]
