import type { Variant } from '../changes/change.ts'
import type { Shown } from '../core/answer.ts'
import { badRequest } from '../core/answer.ts'
import type { page } from '../lists/page.ts'
import { indexOfCursor, pageSize } from '../lists/page.ts'
import type { AskedPage, Page } from '../state/orders.ts'
import type { OutgoingPayment } from '../state/resources.ts'
import type { Stored } from '../state/store.ts'

/** The pager put over the strict one, for items of any kind. */
type Pager = <T extends { id: string }>(right: typeof page, items: readonly T[], asked: AskedPage) => Page<T>

const paging = (id: string, says: string, pager: Pager): Variant => ({
  id,
  says,
  override: ({ page: right }) => ({ page: (items, asked) => pager(right, items, asked) }),
})

const optional = ['quoteId', 'failed', 'grantSpentDebitAmount', 'grantSpentReceiveAmount', 'metadata']

/** Half of what was asked for, and never many. */
const short = (asked: number): number => Math.min(Math.ceil(asked / 2), 20)

export const listVariants: readonly Variant[] = [
  paging('lists-ascending', 'Lists begin with the oldest item', (right, items, asked) =>
    right(items.toReversed(), asked),
  ),
  paging(
    'backward-pages-turned',
    'A page listed backwards shows its items in the opposite order',
    (right, items, asked) => {
      const whole = right(items, asked)
      if (asked.last === undefined) return whole
      const { startCursor, endCursor } = whole
      return { ...whole, items: whole.items.toReversed(), startCursor: endCursor, endCursor: startCursor }
    },
  ),
  paging(
    'short-pages',
    'A page holds half the requested number of items, and never more than 20',
    (right, items, { cursor, first, last }) =>
      right(
        items,
        last === undefined
          ? { cursor, first: short(first ?? pageSize.default) }
          : { cursor, last: short(last) },
      ),
  ),
  paging(
    'backward-flags-turned',
    'The flags of a page listed backwards follow its direction: hasNextPage means items before it in the list',
    (right, items, asked) => {
      const whole = right(items, asked)
      if (asked.last === undefined) return whole
      // What was asked for was seen already, so it counts neither way.
      const at = asked.cursor === undefined ? -1 : indexOfCursor(items.toReversed(), asked.cursor)
      return {
        ...whole,
        hasNextPage: whole.hasPreviousPage,
        hasPreviousPage: at !== -1 && at + 1 < items.length,
      }
    },
  ),
  {
    id: 'pages-limited',
    says: 'A request for more than 30 items on a page is refused',
    extraGuards: [
      {
        id: 'page-limited',
        family: 'rule',
        requirement: 'list.open.parameters',
        operations: ['list-outgoing-payments', 'list-incoming-payments'],
        refuses: ({ query }) =>
          Number(query.get('first') ?? query.get('last')) > 30
            ? badRequest('A page holds at most 30 items')
            : undefined,
      },
    ],
  },
  {
    ...paging('no-cursors-on-empty-pages', 'A page without items has no cursors', (right, items, asked) => {
      const whole = right(items, asked)
      return whole.items.length > 0 ? whole : { ...whole, startCursor: undefined, endCursor: undefined }
    }),
    // Nor has the strict mock of the published specification, by which a cursor is never empty.
    profiles: ['interface'],
  },
  paging(
    'nothing-before-empty-pages',
    'A page without items says that nothing comes before it',
    (right, items, asked) => {
      const whole = right(items, asked)
      return whole.items.length > 0 ? whole : { ...whole, hasPreviousPage: false }
    },
  ),
  {
    id: 'backward-items-brief',
    says: 'Items of a page listed backwards have no optional fields, except failed if it is true and an incomingAmount',
    override: ({ page: right, showOutgoingPayment, showIncomingPayment }) => {
      let isBackwards = false
      const brief = (shown: Shown): Shown =>
        isBackwards
          ? Object.fromEntries(
              Object.entries(shown).filter(([name, value]) => !optional.includes(name) || value === true),
            )
          : shown
      return {
        page: (items, asked) => {
          isBackwards = asked.last !== undefined
          return right(items, asked)
        },
        showOutgoingPayment: (world, payment) => brief(showOutgoingPayment(world, payment)),
        showIncomingPayment: (world, payment) => brief(showIncomingPayment(world, payment)),
      }
    },
  },
  {
    id: 'own-payments-only',
    says: 'A list of outgoing payments shows a client only the payments that it created',
    override: ({ listed }) => ({
      listed: (store, wallet, token) =>
        listed(store, wallet, token).filter(
          (item: Stored & Partial<OutgoingPayment>) => !item.token || item.token.client === token?.client,
        ),
    }),
  },
  {
    id: 'fresh-cursors',
    says: 'Cursors are JSON texts with every kind of character, and change each time a page is shown',
    override: ({ showCursor, readCursor }) => {
      let count = 0
      return {
        showCursor: (cursor) =>
          JSON.stringify({ at: showCursor(cursor), 'n°': ++count, 'a/b?c&d=e+f#g%41': ' ' }),
        readCursor: (shown) => readCursor(textAt(shown)),
      }
    },
  },
]

/** What stands under `at` in a cursor; empty where it is none. */
const textAt = (shown: string): string => {
  try {
    const { at } = Object(JSON.parse(shown)) as { at?: unknown }
    return typeof at === 'string' ? at : ''
  } catch {
    return ''
  }
}
