import type { Shown } from '../core/answer.ts'
import { answer } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import type { Route } from '../http/route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import { walletAt } from '../state/lookup.ts'
import type { Store, Stored } from '../state/store.ts'
import type { Context, World } from '../state/world.ts'
import { mayDoWith } from '../tokens/may-do.ts'
import { rightRead, rightWalletList } from '../tokens/right.ts'
import { tokenGuards } from '../tokens/token.ts'
import { cursorIn, listedWallet, pageGuards, sizeOf } from './guards.ts'

/** What is listed, and how one item is shown. */
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
}: Listing<T, Id>): Route<Id> {
  const items = (context: Context): readonly T[] => {
    const { world, token } = context
    const wallet = listedWallet(context)
    const all = wallet ? world.listed(store(world), wallet, token) : []
    return token?.access ? all.filter((item) => mayDoWith(world, token, operation, item)) : all
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
      const page = world.page(items(context), {
        cursor: cursorIn(context),
        first: sizeOf(query.get('first')),
        last: query.has('first') ? undefined : sizeOf(query.get('last')),
      })
      const { items: shown, startCursor, endCursor, ...flags } = page
      const pagination = {
        ...(startCursor !== undefined && { startCursor: shownCursor(world, startCursor) }),
        ...(endCursor !== undefined && { endCursor: shownCursor(world, endCursor) }),
        ...flags,
      }
      return answer(200, { pagination, result: shown.map((item) => show(world, item)) })
    },
  }
}

/** An empty cursor is that of no item, and stays so. */
const shownCursor = (world: World, cursor: string): string => (cursor === '' ? '' : world.showCursor(cursor))
