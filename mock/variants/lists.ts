import { refusingVariant, type Variant } from '../changes/change.ts'
import { type FunctionOf, type Instead, replacing } from '../changes/replacing.ts'
import { badRequest, type Shown } from '../core/answer.ts'
import { backwardItems } from '../faults/lists/pages.ts'
import { cursorOf, indexOfCursor, pageSize } from '../lists/page.ts'
import type { IncomingPayment, OutgoingPayment, Stored } from '../state/resources.ts'

const paging = (id: string, says: string, page: Instead<FunctionOf<'lists', 'page'>>): Variant => ({
  id,
  says,
  override: replacing('lists', 'page', page),
})

const optional = ['quoteId', 'failed', 'grantSpentDebitAmount', 'grantSpentReceiveAmount', 'metadata']

/** Returns half of the requested number, but at most 20. */
const short = (asked: number): number => Math.min(Math.ceil(asked / 2), 20)

const pages: readonly Variant[] = [
  paging('lists-ascending', 'Lists begin with the oldest item', {
    takes: (items) => items.toReversed(),
  }),
  paging('backward-pages-turned', 'A page listed backwards shows its items in the opposite order', {
    gives: (whole, _items, { last }) => {
      const { items, startCursor, endCursor } = whole
      return last === undefined
        ? whole
        : { ...whole, items: items.toReversed(), startCursor: endCursor, endCursor: startCursor }
    },
  }),
  paging('short-pages', 'A page holds half the requested number of items, and never more than 20', {
    by:
      (page) =>
      (items, { cursor, first, last }) =>
        page(items, {
          cursor,
          ...(last === undefined ? { first: short(first ?? pageSize.default) } : { last: short(last) }),
        }),
  }),
  paging(
    'backward-flags-turned',
    'The flags of a page listed backwards follow its direction: hasNextPage means items before it in the list',
    {
      gives: (whole, items, { cursor, last }) => {
        if (last === undefined) return whole
        // The client has already seen the item of the cursor, so neither flag counts it.
        const at = cursor === undefined ? -1 : indexOfCursor(items.toReversed(), cursor)
        return {
          ...whole,
          hasNextPage: whole.hasPreviousPage,
          hasPreviousPage: at !== -1 && at + 1 < items.length,
        }
      },
    },
  ),
  refusingVariant({
    id: 'pages-limited',
    says: 'A request for more than 3 items on a page is refused',
    guard: 'page-limited',
    requirement: 'list.open.parameters',
    operations: ['list-outgoing-payments', 'list-incoming-payments'],
    refusal: badRequest('A page holds at most 3 items'),
    isRefused: ({ query }) => Number(query.get('first') ?? query.get('last')) > 3,
  }),
]

/** Variants with missing, empty or unusual cursors. */
const cursors: readonly Variant[] = [
  {
    ...paging('no-cursors-on-empty-pages', 'A page without items has no cursors', {
      gives: (whole) =>
        whole.items.length > 0 ? whole : { ...whole, startCursor: undefined, endCursor: undefined },
    }),
    // The strict mock of the published specification has none either, because its cursors are never empty.
    profiles: ['interface'],
  },
  {
    ...paging(
      'empty-cursors-at-the-ends',
      'A cursor is an empty text where the page says that nothing follows, or that nothing comes before it',
      {
        by: (page) => (items, asked) => {
          const whole = page(items, asked.cursor === '' ? { ...asked, cursor: undefined } : asked)
          return {
            ...whole,
            startCursor: whole.hasPreviousPage ? whole.startCursor : '',
            endCursor: whole.hasNextPage ? whole.endCursor : '',
          }
        },
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
    override: ({ lists: { page, showCursor } }) => {
      const empty = new Set<string>()
      const emptyAmong = (items: readonly { id: string }[]): string | undefined =>
        items.map(cursorOf).find((cursor) => empty.has(cursor))
      return {
        lists: {
          page: (items, asked) => {
            const whole = page(items, asked.cursor === '' ? { ...asked, cursor: emptyAmong(items) } : asked)
            if (whole.hasNextPage && whole.items.length === 2 && emptyAmong(items) === undefined)
              empty.add(whole.endCursor ?? '')
            return whole
          },
          showCursor: (cursor) => (empty.has(cursor) ? '' : showCursor(cursor)),
        },
      }
    },
  },
  {
    id: 'null-cursors-on-empty-pages',
    says: 'The cursors of a page without items are null',
    excludes: ['no-cursors-on-empty-pages'],
    override: replacing('answers', 'answered', {
      gives: (whole, _answer, operation) => {
        if (!operation.startsWith('list-')) return whole
        const { pagination, result } = whole.body as { pagination: Shown; result: Shown[] }
        if (result.length > 0) return whole
        const body = { pagination: { ...pagination, startCursor: null, endCursor: null }, result }
        return { ...whole, body }
      },
    }),
  },
  ...(['startCursor', 'endCursor'] as const).map((cursor): Variant => {
    const [id, requirement] =
      cursor === 'startCursor'
        ? ['no-start-cursor-on-complete-pages', 'page.start-cursor.present']
        : ['no-end-cursor-on-complete-pages', 'page.end-cursor.present']
    return {
      ...paging(id, `A page that holds the complete list has no ${cursor}`, {
        gives: (whole) =>
          whole.hasNextPage || whole.hasPreviousPage ? whole : { ...whole, [cursor]: undefined },
      }),
      departs: { requirement, grade: 'note' },
    }
  }),
  paging('nothing-before-empty-pages', 'A page without items says that nothing comes before it', {
    gives: (whole) => (whole.items.length > 0 ? whole : { ...whole, hasPreviousPage: false }),
  }),
]

const items: readonly Variant[] = [
  {
    id: 'backward-items-brief',
    says: 'Items of a page listed backwards have no optional fields, except failed if it is true and an incomingAmount',
    override: backwardItems((shown) =>
      Object.fromEntries(
        Object.entries(shown).filter(([name, value]) => !optional.includes(name) || value === true),
      ),
    ),
  },
  {
    id: 'own-payments-only',
    says: 'A list of outgoing payments shows a client only the payments that it created',
    override: replacing('lists', 'items', {
      gives: (all: ReadonlyArray<Stored & Partial<OutgoingPayment>>, _store, _wallet, token) =>
        all.filter((item) => !item.token || item.token.client === token?.client),
    }),
  },
  {
    id: 'own-incoming-payments-only',
    says: 'A list of incoming payments shows a client only the payments that it created',
    departs: { requirement: 'list-incoming-payments.complete', grade: 'note' },
    hides: true,
    override: replacing('lists', 'items', {
      gives: (all: ReadonlyArray<Stored & Partial<IncomingPayment>>, _store, _wallet, token) =>
        all.filter(
          ({ ilpAddress, client }) => !ilpAddress || (client !== undefined && client === token?.client),
        ),
    }),
  },
  {
    id: 'fresh-cursors',
    says: 'Cursors are JSON texts with every kind of character, and change each time a page is shown',
    override: ({ lists: { showCursor, readCursor } }) => {
      let count = 0
      return {
        lists: {
          showCursor: (cursor) =>
            JSON.stringify({ at: showCursor(cursor), 'n°': ++count, 'a/b?c&d=e+f#g%41': ' ' }),
          readCursor: (shown) => readCursor(textAt(shown)),
        },
      }
    },
  },
]

export const listVariants: readonly Variant[] = [...pages, ...cursors, ...items]

/** Returns the text under `at` in a cursor, or an empty text if there is none. */
const textAt = (shown: string): string => {
  try {
    const { at } = Object(JSON.parse(shown)) as { at?: unknown }
    return typeof at === 'string' ? at : ''
  } catch {
    return ''
  }
}
