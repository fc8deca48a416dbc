import { answer, badRequest, type Shown } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import { type Guard, guardsOf } from '../http/guard.ts'
import type { ServedRoute } from '../http/route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import { firstWallet, walletAt } from '../state/lookup.ts'
import type { Page } from '../state/orders.ts'
import type { Stored, Wallet } from '../state/resources.ts'
import type { Store } from '../state/store.ts'
import type { Context, World } from '../state/world.ts'
import { mayDoWith } from '../tokens/may-do.ts'
import { rightRead, rightWalletList, tokenGuards } from '../tokens/token.ts'
import { indexOfCursor, pageSize } from './page.ts'

/** The resources that a route lists, and the form in which it shows an item. */
interface Listing<T extends Stored, Id extends OperationId> {
  operation: Id
  path: string
  leavesOut?: readonly string[]
  store: (world: World) => Store<T>
  show: (world: World, item: T) => Shown
}

export function listRoute<T extends Stored, Id extends OperationId>({
  operation,
  path,
  leavesOut = [],
  store,
  show,
}: Listing<T, Id>): ServedRoute<Id> {
  const items = (context: Context): readonly T[] => {
    const { world, token } = context
    const wallet = listedWallet(context)
    const all = wallet ? world.behaviour.lists.items(store(world), wallet, token) : []
    return token?.access || token?.ownOnly
      ? all.filter((item) => mayDoWith(world, token, operation, item))
      : all
  }
  return {
    operation,
    method: 'get',
    path,
    leavesOut,
    subject: ({ world, query }) => ({
      wallet: walletAt(world, query.get('wallet-address') ?? '', 'wallet-of-list'),
    }),
    guards: [...tokenGuards, ...signatureGuards, rightRead, rightWalletList, ...pageGuards(items)],
    work: (context) => {
      const { world, query } = context
      const page = world.behaviour.lists.page(items(context), {
        cursor: cursorIn(context),
        first: sizeOf(query.get('first')),
        last: query.has('first') ? undefined : sizeOf(query.get('last')),
      })
      const { items: shown, ...place } = page
      const result = shown.map((item) => show(world, item))
      return answer(200, { pagination: paginationOf(world, place), result })
    },
  }
}

const paginationOf = (world: World, { startCursor, endCursor, ...flags }: Omit<Page<Stored>, 'items'>) => ({
  ...(startCursor !== undefined && { startCursor: shownCursor(world, startCursor) }),
  ...(endCursor !== undefined && { endCursor: shownCursor(world, endCursor) }),
  ...flags,
})

/** Encodes a cursor for the response. An empty cursor belongs to no item, and stays empty. */
const shownCursor = (world: World, cursor: string): string =>
  cursor === '' ? '' : world.behaviour.lists.showCursor(cursor)

/**
 * The wallet whose items are listed: the requested one, or undefined if it does not exist. Without a request, it is the
 * token's.
 */
function listedWallet({ subject, token, world, query }: Context): Wallet | undefined {
  return query.has('wallet-address') ? subject.wallet : (token?.wallets[0] ?? firstWallet(world))
}

/** The requested cursor, decoded from the form in which clients see it. */
export function cursorIn({ world, query }: Context): string | undefined {
  const shown = query.get('cursor')
  return shown === null ? undefined : world.behaviour.lists.readCursor(shown)
}

/** The requested page size, or undefined if it is not an integer from 1 to 100. */
function sizeOf(text: string | null): number | undefined {
  const size = text !== null && /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN
  return size >= pageSize.minimum && size <= pageSize.maximum ? size : undefined
}

/** The requirement for values that the interface leaves open. The mock refuses them. */
const openParameters = 'list.open.parameters'

const sizeInRange = (name: 'first' | 'last'): Pick<Guard, 'requirement' | 'refuses'> => ({
  requirement: openParameters,
  refuses: ({ query }) =>
    query.has(name) && sizeOf(query.get(name)) === undefined
      ? badRequest(`${name} is not an integer from ${pageSize.minimum} to ${pageSize.maximum}`)
      : undefined,
})

/** The guards of a list over these items. */
const pageGuards = (items: (context: Context) => readonly { id: string }[]): Guard[] =>
  guardsOf('rule', {
    'page-first-in-range': sizeInRange('first'),
    'page-last-in-range': sizeInRange('last'),
    'page-one-direction': {
      requirement: openParameters,
      refuses: ({ query }) =>
        query.has('first') && query.has('last')
          ? badRequest('The query has both first and last: use only one of them')
          : undefined,
    },
    'page-cursor-known': {
      requirement: openParameters,
      refuses: (context) => {
        const cursor = cursorIn(context)
        return cursor !== undefined && indexOfCursor(items(context), cursor) === -1
          ? badRequest('cursor is not a cursor of this list')
          : undefined
      },
    },
  })
