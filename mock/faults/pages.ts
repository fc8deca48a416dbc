import type { Shown } from '../core/answer.ts'
import type { page } from '../lists/page.ts'
import { cursorOf, pageSize } from '../lists/page.ts'
import type { AskedPage, Page } from '../state/orders.ts'
import type { World } from '../state/world.ts'
import type { Fault } from './fault.ts'

/** The pager put in the place of the strict one, for items of any kind. */
export type Pager = <T extends { id: string }>(
  right: typeof page,
  items: readonly T[],
  asked: AskedPage,
) => Page<T>

export function pageFault(id: string, breaks: string, says: string, pager: Pager): Fault {
  return {
    id,
    breaks,
    says,
    source: 'behaviour',
    override: ({ page: right }) => ({ page: (items, asked) => pager(right, items, asked) }),
  }
}

const oneMore = (size: number | undefined): number | undefined => (size === undefined ? undefined : size + 1)

const flagFaults = (['hasNextPage', 'hasPreviousPage'] as const).flatMap((flag) =>
  [true, false].map((value) =>
    pageFault(
      `${flag === 'hasNextPage' ? 'next' : 'previous'}-page-always-${value}`,
      `page.${flag === 'hasNextPage' ? 'has-next-page' : 'has-previous-page'}.walk`,
      `${flag} is always ${value}`,
      (right, items, asked) => ({ ...right(items, asked), [flag]: value }),
    ),
  ),
)

const byPosition: Pager = (right, items, asked) => {
  const listed = items.toReversed()
  const at = listed[Number(asked.cursor)]
  const whole = right(items, { ...asked, cursor: at && cursorOf(at) })
  const [first] = whole.items
  const start = first ? listed.indexOf(first) : listed.length
  return { ...whole, startCursor: String(start), endCursor: String(start + whole.items.length - 1) }
}

export const pageFaults: readonly Fault[] = [
  pageFault(
    'no-end-cursor-before-next-page',
    'page.end-cursor.leads-on',
    'A page with more pages after it has no endCursor',
    (right, items, asked) => {
      const whole = right(items, asked)
      return whole.hasNextPage ? { ...whole, endCursor: undefined } : whole
    },
  ),
  pageFault(
    'page-loses-item',
    'list.complete',
    'A page with more pages after it leaves out its first item',
    (right, items, asked) => {
      const whole = right(items, asked)
      return whole.hasNextPage ? { ...whole, items: whole.items.slice(1) } : whole
    },
  ),
  pageFault(
    'page-repeats-item',
    'list.no-duplicates',
    'A page begins with the item of the cursor itself',
    (right, items, asked) => {
      const whole = right(items, asked)
      const own = items.find((item) => cursorOf(item) === asked.cursor)
      return own && asked.last === undefined
        ? { ...whole, items: [own, ...whole.items].slice(0, asked.first) }
        : whole
    },
  ),
  pageFault(
    'page-longer-than-first',
    'list.first',
    'A page has one item more than first',
    (right, items, asked) => right(items, { ...asked, first: oneMore(asked.first) }),
  ),
  pageFault(
    'page-longer-than-last',
    'list.last',
    'A page has one item more than last',
    (right, items, asked) => right(items, { ...asked, last: oneMore(asked.last) }),
  ),
  pageFault(
    'page-ignores-first',
    'list.first',
    'A page has the maximum length, whatever first is',
    (right, items, asked) =>
      right(items, { ...asked, first: asked.first === undefined ? undefined : pageSize.maximum }),
  ),
  pageFault('page-ignores-cursor', 'list.cursor', 'Every page is the first page', (right, items, asked) =>
    right(items, { ...asked, cursor: undefined }),
  ),
  pageFault(
    'page-never-backwards',
    'list.backwards',
    'last returns the items after the cursor',
    (right, items, { cursor, first, last }) => right(items, { cursor, first: last ?? first }),
  ),
  pageFault(
    'list-backwards-leaves-out',
    'list.backwards',
    'A backward page leaves out its first item',
    (right, items, asked) => {
      const whole = right(items, asked)
      return asked.last === undefined ? whole : { ...whole, items: whole.items.slice(1) }
    },
  ),
  {
    ...pageFault(
      'cursors-are-positions',
      'list.while-adding',
      'A cursor is a position, so each new item shifts the page that it leads to',
      byPosition,
    ),
    without: ['page-cursor-known'],
  },
  pageFault(
    'start-cursor-of-last-item',
    'page.start-cursor.first-item',
    'startCursor is the cursor of the last item',
    (right, items, asked) => {
      const whole = right(items, asked)
      return { ...whole, startCursor: whole.endCursor }
    },
  ),
  pageFault(
    'end-cursor-of-first-item',
    'page.end-cursor.last-item',
    'endCursor is the cursor of the first item',
    (right, items, asked) => {
      const whole = right(items, asked)
      return { ...whole, endCursor: whole.startCursor }
    },
  ),
  {
    id: 'cursor-moves-on',
    breaks: 'page.cursors.stable',
    says: 'The second request with the same cursor returns a page that begins one item later',
    source: 'behaviour',
    override: ({ page: right }) => {
      const asked = new Set<string>()
      return {
        page: (items, wanted) => {
          const whole = right(items, wanted)
          const key = JSON.stringify([items[0]?.id, wanted])
          const isAgain = wanted.cursor !== undefined && asked.has(key)
          asked.add(key)
          return isAgain ? { ...whole, items: whole.items.slice(1) } : whole
        },
      }
    },
  },
  ...flagFaults,
  {
    id: 'backwards-items-shortened',
    breaks: 'page.items.same-shape',
    says: 'The items of a backward page have no amounts and no dates, except the last item',
    source: 'behaviour',
    learns: ['page'],
    operations: ['list-outgoing-payments', 'list-incoming-payments'],
    override: ({ page: right, ...shows }) => {
      let isBackwards = false
      const short =
        <T>(show: (world: World, item: T) => Shown): typeof show =>
        (world, item) => {
          const whole = show(world, item)
          const { id, walletAddress, updatedAt } = whole
          return isBackwards ? { id, walletAddress, updatedAt } : whole
        }
      return {
        page: (items, asked) => {
          isBackwards = asked.last !== undefined
          return right(items, asked)
        },
        showOutgoingPayment: short(shows.showOutgoingPayment),
        showIncomingPayment: short(shows.showIncomingPayment),
      }
    },
  },
  {
    id: 'page-shows-another-wallet',
    breaks: 'list.wallet-address',
    says: 'The first item of a page is of a different wallet address than requested',
    source: 'behaviour',
    operations: ['list-outgoing-payments', 'list-incoming-payments'],
    override: ({ answered }) => ({
      answered: (answer, operation) => {
        const whole = answered(answer, operation)
        return operation.startsWith('list-')
          ? { ...whole, body: withForeignItem(whole.body as Shown) }
          : whole
      },
    }),
  },
]

const withForeignItem = (body: Shown): Shown => {
  const [first, ...others] = body.result as Shown[]
  return first
    ? { ...body, result: [{ ...first, walletAddress: `${first.walletAddress}-2` }, ...others] }
    : body
}
