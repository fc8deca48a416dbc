import type { Shown } from '../world/behaviour.ts'
import type { AskedPage, Page, page } from '../world/page.ts'
import { cursorOf } from '../world/page.ts'
import type { Fault } from './fault.ts'

/** The pager put in the place of the strict one, for items of any kind. */
type Pager = <T extends { id: string }>(right: typeof page, items: readonly T[], asked: AskedPage) => Page<T>

const pageFault = (id: string, breaks: string, says: string, pager: Pager): Fault => ({
  id,
  breaks,
  says,
  source: 'behaviour',
  swap: ({ page: right }) => ({ page: (items, asked) => pager(right, items, asked) }),
})

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

export const pageFaults: readonly Fault[] = [
  pageFault('page-loses-item', 'list.complete', 'The oldest item is never listed', (right, items, asked) =>
    right(items.slice(1), asked),
  ),
  pageFault(
    'page-repeats-item',
    'list.no-duplicates',
    "A page begins with the cursor's own item",
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
    'A page holds one item more than first',
    (right, items, asked) => right(items, { ...asked, first: oneMore(asked.first) }),
  ),
  pageFault(
    'page-longer-than-last',
    'list.last',
    'A page holds one item more than last',
    (right, items, asked) => right(items, { ...asked, last: oneMore(asked.last) }),
  ),
  pageFault('page-ignores-cursor', 'list.cursor', 'Every page is the first one', (right, items, asked) =>
    right(items, { ...asked, cursor: undefined }),
  ),
  pageFault(
    'page-never-backwards',
    'list.backwards',
    'last lists what comes after the cursor',
    (right, items, { cursor, first, last }) => right(items, { cursor, first: last ?? first }),
  ),
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
  ...flagFaults,
  {
    id: 'page-shows-another-wallet',
    breaks: 'list.wallet-address',
    says: 'The first item of a page is on another wallet address than asked for',
    source: 'behaviour',
    swap: ({ answered }) => ({
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
