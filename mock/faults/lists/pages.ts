import type { Override } from '../../changes/change.ts'
import type { Plain } from '../../changes/replacing.ts'
import type { Shown } from '../../core/answer.ts'
import { cursorOf, pageSize } from '../../lists/page.ts'
import type { Behaviour } from '../../state/world.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'

type Pager = Plain<Behaviour['lists']['page']>

/** Makes a pager whose cursors are positions in the current list. */
export const byPosition =
  (page: Pager): Pager =>
  (items, asked) => {
    const listed = items.toReversed()
    const at = listed[Number(asked.cursor)]
    const whole = page(items, { ...asked, cursor: at && cursorOf(at) })
    const [first] = whole.items
    const start = first ? listed.indexOf(first) : listed.length
    return { ...whole, startCursor: String(start), endCursor: String(start + whole.items.length - 1) }
  }

/** Changes how the items of a backward page are shown. */
export const backwardItems =
  (show: (shown: Shown) => Shown): Override =>
  ({ lists, outgoingPayments, incomingPayments }) => {
    let isBackwards = false
    const shown = (right: Shown): Shown => (isBackwards ? show(right) : right)
    return {
      lists: {
        page: (items, asked) => {
          isBackwards = asked.last !== undefined
          return lists.page(items, asked)
        },
      },
      outgoingPayments: { show: (payment) => shown(outgoingPayments.show(payment)) },
      incomingPayments: { show: (payment) => shown(incomingPayments.show(payment)) },
    }
  }

const oneMore = (size: number | undefined): number | undefined => (size === undefined ? undefined : size + 1)

const flagFaults = (['hasNextPage', 'hasPreviousPage'] as const).flatMap((flag) =>
  [true, false].map((value) =>
    faultBy('lists', 'page', {
      id: `${flag === 'hasNextPage' ? 'next' : 'previous'}-page-always-${value}`,
      breaks: `page.${flag === 'hasNextPage' ? 'has-next-page' : 'has-previous-page'}.walk`,
      says: `${flag} is always ${value}`,
      gives: (whole) => ({ ...whole, [flag]: value }),
    }),
  ),
)

const ofItems = faultsBy('lists', 'page', {
  'no-end-cursor-before-next-page': {
    breaks: 'page.end-cursor.leads-on',
    says: 'A page with more pages after it has no endCursor',
    gives: (whole) => (whole.hasNextPage ? { ...whole, endCursor: undefined } : whole),
  },
  'page-loses-item': {
    breaks: 'list.complete',
    says: 'A page with more pages after it leaves out its first item',
    gives: (whole) => (whole.hasNextPage ? { ...whole, items: whole.items.slice(1) } : whole),
  },
  'page-repeats-item': {
    breaks: 'list.no-duplicates',
    says: 'A page begins with the item of the cursor itself',
    gives: (whole, items, { cursor, first, last }) => {
      const own = items.find((item) => cursorOf(item) === cursor)
      return own && last === undefined ? { ...whole, items: [own, ...whole.items].slice(0, first) } : whole
    },
  },
})

const ofWhatIsAsked = faultsBy('lists', 'page', {
  'page-longer-than-first': {
    breaks: 'list.first',
    says: 'A page has one item more than first',
    by: (page) => (items, asked) => page(items, { ...asked, first: oneMore(asked.first) }),
  },
  'page-longer-than-last': {
    breaks: 'list.last',
    says: 'A page has one item more than last',
    by: (page) => (items, asked) => page(items, { ...asked, last: oneMore(asked.last) }),
  },
  'page-ignores-first': {
    breaks: 'list.first',
    says: 'A page has the maximum length, whatever first is',
    by: (page) => (items, asked) =>
      page(items, { ...asked, first: asked.first === undefined ? undefined : pageSize.maximum }),
  },
  'page-ignores-cursor': {
    breaks: 'list.cursor',
    says: 'Every page is the first page',
    by: (page) => (items, asked) => page(items, { ...asked, cursor: undefined }),
  },
  'page-never-backwards': {
    breaks: 'list.backwards',
    says: 'last returns the items after the cursor',
    by:
      (page) =>
      (items, { cursor, first, last }) =>
        page(items, { cursor, first: last ?? first }),
  },
  'list-backwards-leaves-out': {
    breaks: 'list.backwards',
    says: 'A backward page leaves out its first item',
    gives: (whole, _items, { last }) =>
      last === undefined ? whole : { ...whole, items: whole.items.slice(1) },
  },
})

const ofCursors = faultsBy('lists', 'page', {
  'cursors-are-positions': {
    breaks: 'list.while-adding',
    says: 'A cursor is a position, so each new item shifts the page that it leads to',
    by: byPosition,
    without: ['page-cursor-known'],
  },
  'start-cursor-of-last-item': {
    breaks: 'page.start-cursor.first-item',
    says: 'startCursor is the cursor of the last item',
    gives: (whole) => ({ ...whole, startCursor: whole.endCursor }),
  },
  'end-cursor-of-first-item': {
    breaks: 'page.end-cursor.last-item',
    says: 'endCursor is the cursor of the first item',
    gives: (whole) => ({ ...whole, endCursor: whole.startCursor }),
  },
  'cursor-moves-on': {
    breaks: 'page.cursors.stable',
    says: 'The second request with the same cursor returns a page that begins one item later',
    by: (page) => {
      const known = new Set<string>()
      return (items, asked) => {
        const whole = page(items, asked)
        const key = JSON.stringify([items[0]?.id, asked])
        const isAgain = asked.cursor !== undefined && known.has(key)
        known.add(key)
        return isAgain ? { ...whole, items: whole.items.slice(1) } : whole
      }
    },
  },
})

export const pageFaults: readonly Defect[] = [
  ...ofItems,
  ...ofWhatIsAsked,
  ...ofCursors,
  ...flagFaults,
  {
    id: 'backwards-items-shortened',
    breaks: 'page.items.same-shape',
    says: 'The items of a backward page have no amounts and no dates, except the last item',
    learns: ['lists.page'],
    operations: ['list-outgoing-payments', 'list-incoming-payments'],
    override: backwardItems(({ id, walletAddress, updatedAt }) => ({ id, walletAddress, updatedAt })),
  },
  faultBy('answers', 'answered', {
    id: 'page-shows-another-wallet',
    breaks: 'list.wallet-address',
    says: 'The first item of a page is of a different wallet address than requested',
    operations: ['list-outgoing-payments', 'list-incoming-payments'],
    gives: (whole, _answer, operation) =>
      operation.startsWith('list-') ? { ...whole, body: withForeignItem(whole.body as Shown) } : whole,
  }),
]

const withForeignItem = (body: Shown): Shown => {
  const [first, ...others] = body.result as Shown[]
  return first
    ? { ...body, result: [{ ...first, walletAddress: `${first.walletAddress}-2` }, ...others] }
    : body
}
