import { cursorIn } from '../lists/list-route.ts'
import { indexOfCursor } from '../lists/page.ts'
import type { OutgoingPayment, Token } from '../state/resources.ts'
import type { Store, Stored } from '../state/store.ts'
import type { Behaviour, NamedRefusal, World } from '../state/world.ts'
import { type Fault, fault } from './fault.ts'

/** What is listed in the place of the right items. */
type Listed = <T extends Stored>(
  right: readonly T[],
  store: Store<T>,
  token: Token | undefined,
) => readonly T[]

const listFault = (id: string, breaks: string, says: string, listed: Listed): Fault => ({
  id,
  breaks,
  says,
  source: 'behaviour',
  override: ({ listed: right }: Behaviour) => ({
    listed: (store, wallet, token) => listed(right(store, wallet, token), store, token),
  }),
})

/** Whether a refused cursor is one of the wallet's other list. */
const isOfAnotherList = (world: World, { guard, context }: NamedRefusal): boolean => {
  const cursor = guard === 'page-cursor-known' && context ? cursorIn(context) : undefined
  if (cursor === undefined) return false
  return [world.incomingPayments, world.outgoingPayments].some(
    (store) => indexOfCursor([...store.all()], cursor) !== -1,
  )
}

const madeBy = (item: Stored & Partial<OutgoingPayment>): Token | undefined => item.token

export const listFaults: readonly Fault[] = [
  listFault(
    'list-of-all-wallets',
    'list.wallet-address',
    'A list contains the items of all wallet addresses',
    (_right, store) => [...store.all()],
  ),
  fault(
    'list-of-the-token',
    'list.wallet-address',
    "A list contains the items of the token's wallet address, whatever wallet address the request names",
    ({ listed }) => ({
      listed: (store, wallet, token) => listed(store, token?.wallets[0] ?? wallet, token),
    }),
    ['right-wallet-list'],
  ),
  listFault('list-leaves-out-the-newest', 'list.complete', 'Lists leave out the newest item', (right) =>
    right.slice(0, -1),
  ),
  listFault(
    'incoming-list-leaves-out-the-oldest',
    'list-incoming-payments.complete',
    'Lists leave out the oldest incoming payment of a wallet address',
    (right) => (right.some((item) => 'ilpAddress' in item) ? right.slice(1) : right),
  ),
  {
    ...listFault(
      'list-of-first-client-only',
      'list.clients',
      'A second client of a wallet address cannot find the resources that it created',
      (right, _store, token) =>
        token?.kind === 'otherClient' ? right.filter((item) => madeBy(item) !== token) : right,
    ),
    // Under each profile it creates payments.
    operations: ['list-outgoing-payments'],
  },
  fault(
    'cursor-of-another-list-answered-500',
    'errors.no-server-error',
    'A cursor from the other list of the wallet address gets a 500',
    ({ refused }) => ({
      refused: (world, refusal) => {
        const answer = refused(world, refusal)
        return isOfAnotherList(world, refusal) ? { ...answer, status: 500 } : answer
      },
    }),
  ),
]
