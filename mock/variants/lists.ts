import type { Variant } from '../changes/change.ts'
import type { Shown } from '../core/answer.ts'
import { badRequest } from '../core/answer.ts'
import type { page } from '../lists/page.ts'
import { cursorOf, indexOfCursor, pageSize } from '../lists/page.ts'
import type { AskedPage, Page } from '../state/orders.ts'
import type { IncomingPayment, OutgoingPayment } from '../state/resources.ts'
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
  {
    ...paging(
      'empty-cursors-at-the-ends',
      'A cursor is an empty text where the page says that nothing follows, or that nothing comes before it',
      (right, items, asked) => {
        const whole = right(items, asked.cursor === '' ? { ...asked, cursor: undefined } : asked)
        return {
          ...whole,
          startCursor: whole.hasPreviousPage ? whole.startCursor : '',
          endCursor: whole.hasNextPage ? whole.endCursor : '',
        }
      },
    ),
    profiles: ['interface'],
    without: ['page-cursor-known'],
  },
  {
    id: 'an-empty-cursor-of-an-item',
    says: 'The cursor of one item of each list is the empty text, and leads on from it',
    profiles: ['interface'],
    without: ['page-cursor-known'],
    override: ({ page: right, showCursor }) => {
      const empty = new Set<string>()
      const emptyAmong = (items: readonly { id: string }[]): string | undefined =>
        items.map(cursorOf).find((cursor) => empty.has(cursor))
      return {
        page: (items, asked) => {
          const whole = right(items, asked.cursor === '' ? { ...asked, cursor: emptyAmong(items) } : asked)
          if (whole.hasNextPage && whole.items.length === 2 && emptyAmong(items) === undefined)
            empty.add(whole.endCursor ?? '')
          return whole
        },
        showCursor: (cursor) => (empty.has(cursor) ? '' : showCursor(cursor)),
      }
    },
  },
  {
    id: 'null-cursors-on-empty-pages',
    says: 'The cursors of a page without items are null',
    excludes: ['no-cursors-on-empty-pages'],
    override: ({ answered }) => ({
      answered: (answer, operation) => {
        const whole = answered(answer, operation)
        if (!operation.startsWith('list-')) return whole
        const { pagination, result } = whole.body as { pagination: Shown; result: Shown[] }
        if (result.length > 0) return whole
        return {
          ...whole,
          body: { pagination: { ...pagination, startCursor: null, endCursor: null }, result },
        }
      },
    }),
  },
  ...(['startCursor', 'endCursor'] as const).map((cursor): Variant => {
    const [id, requirement] =
      cursor === 'startCursor'
        ? ['no-start-cursor-on-complete-pages', 'page.start-cursor.present']
        : ['no-end-cursor-on-complete-pages', 'page.end-cursor.present']
    return {
      ...paging(id, `A page that holds the complete list has no ${cursor}`, (right, items, asked) => {
        const whole = right(items, asked)
        return whole.hasNextPage || whole.hasPreviousPage ? whole : { ...whole, [cursor]: undefined }
      }),
      departs: { requirement, grade: 'note' },
    }
  }),
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
    id: 'own-incoming-payments-only',
    says: 'A list of incoming payments shows a client only the payments that it created',
    departs: { requirement: 'list-incoming-payments.complete', grade: 'note' },
    hides: true,
    override: ({ listed }) => ({
      listed: (store, wallet, token) =>
        listed(store, wallet, token).filter(
          (item: Stored & Partial<IncomingPayment>) =>
            !item.ilpAddress || (item.client !== undefined && item.client === token?.client),
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
