import { otherClient, receiver } from '../src/check/need.ts'
import { onEach } from '../src/check/on-each.ts'
import { scenario } from '../src/check/scenario.ts'
import { Lacking, type Session, Unmet } from '../src/check/session.ts'
import { watch } from '../src/check/watch.ts'
import { expectThat } from '../src/check/whole.ts'
import { asText } from '../src/wire/json.ts'
import { expectSameShape } from './item-shape.ts'
import { creatingPayment, idIn, listingIncomingPayments, listingOutgoingPayments } from './operations.ts'
import { controlAmount, payDirectly } from './requests.ts'
import { isSameUrl } from './same-url.ts'
import { idsIn, listOf, listPage, type Page, pageIn, pageOf, type Way, walk } from './walk.ts'
import { allPages, expectOfPages, firstWrong, longerThanAsked, repeated, type Wrong } from './walk-claims.ts'

const lists = [listingOutgoingPayments, listingIncomingPayments]

export const forwards = onEach({
  id: 'lists/forwards',
  title: 'A walk forwards shows the items of the wallet, none twice, page after page',
  notices: 'page-repeats-item',
  on: lists,
  quiet: true,
  claims: [
    'list.wallet-address',
    'list.first',
    'list.no-duplicates',
    'page.has-next-page.walk',
    'page.has-previous-page.walk',
  ],
  cost: () => ({ requests: 20, accepted: 0 }),
  run: async (session, draft) => {
    const { walletAddress } = session.target
    const pages = await allPages(session, listOf(draft))
    const expect = (requirement: string, want: string, wrong: Wrong): void =>
      expectOfPages(session, requirement, pages, want, wrong)
    expect(
      'list.wallet-address',
      `items of ${walletAddress} only`,
      firstWrong(pages, ({ items }) => {
        const other = items.find((item) => !isSameUrl(asText(item['walletAddress']), walletAddress))
        return other && `an item of ${asText(other['walletAddress'] ?? 'no wallet address')}`
      }),
    )
    expect('list.first', 'at most as many items as were asked for', longerThanAsked(pages))
    expect('list.no-duplicates', 'no item twice', repeated(pages))
    const { maximum } = session.target.profile.pageSize
    const longest = await pageOf(session, listOf(draft), { cursor: undefined, first: maximum })
    const walked = new Set(pages.flatMap(idsIn))
    const beyond = idsIn(longest).find((id) => !walked.has(id))
    expect(
      'page.has-next-page.walk',
      'hasNextPage true on every page but the last, where it is false',
      firstWrong(pages, ({ hasNextPage }, index) => {
        const isEnd = index === pages.length - 1
        if (isEnd && beyond !== undefined) return `hasNextPage ${asText(hasNextPage)}, yet there is ${beyond}`
        return hasNextPage === !isEnd ? undefined : `hasNextPage ${asText(hasNextPage)}`
      }),
    )
    expect(
      'page.has-previous-page.walk',
      'hasPreviousPage false on the first page, true on every later one',
      firstWrong(pages, ({ hasPreviousPage }, index) =>
        hasPreviousPage === index > 0 ? undefined : `hasPreviousPage ${asText(hasPreviousPage)}`,
      ),
    )
  },
})

export const backwards = onEach({
  id: 'lists/backwards',
  title: 'A walk backwards from the end shows what the walk forwards showed, in the same shape',
  notices: 'list-backwards-leaves-out',
  on: lists,
  quiet: true,
  claims: [
    'list.backwards',
    'list.last',
    'page.items.same-shape',
    'page.items.optional-fields',
    'page.items.position',
  ],
  cost: () => ({ requests: 40, accepted: 0 }),
  run: async (session, draft) => {
    const list = listOf(draft)
    const there = await allPages(session, list)
    const forth = there.flatMap(({ items }) => items)
    const end = there.at(-1)?.endCursor
    if (end === undefined || forth.length < 2) throw new Lacking(items(2))
    const back = await allPages(session, list, { backwards: end })
    expectOfPages(
      session,
      'list.last',
      back,
      'at most as many items as were asked for',
      longerThanAsked(back),
    )
    const shown = new Set(back.flatMap(idsIn))
    // The cursor's own item, the last one, does not come before itself.
    const expected = there.flatMap(idsIn).slice(0, -1)
    const missing = expected.find((id) => !shown.has(id))
    expectThat(session, back[0].answer, 'list.backwards', {
      held: missing === undefined,
      want: `the ${expected.length} items before the last one`,
      got: missing === undefined ? 'all of them' : `${missing} left out`,
    })
    expectSameShape(session, list, forth, back)
    noteOrder(session, expected, back)
  },
})

/** As far as a page has two items of the walk forwards. */
const noteOrder = (session: Session, forwards: readonly string[], back: readonly Page[]): void => {
  for (const page of back) {
    const [first, second] = idsIn(page).flatMap((id) => (forwards.includes(id) ? [forwards.indexOf(id)] : []))
    if (first === undefined || second === undefined) continue
    session.observe({
      requirement: 'page.items.position',
      outcome: 'noted',
      want: 'left open',
      got: `a page listed backwards shows items in ${first > second ? 'the opposite' : 'the same'} order`,
      answer: page.answer,
    })
    return
  }
}

const items = (count: number): string =>
  `incomingPayments or outgoing payments on walletAddress: at least ${count}, for a list to have several pages`

export const cursors = onEach({
  id: 'lists/cursors',
  title: 'A page continues after the last item of the one before, and before its first item',
  notices: 'page-ignores-cursor',
  on: lists,
  quiet: true,
  claims: ['list.cursor', 'page.end-cursor.last-item', 'page.start-cursor.first-item'],
  cost: () => ({ requests: 5, accepted: 0 }),
  run: async (session, draft) => {
    const page = async (asked: Parameters<typeof listPage>[2]): Promise<Page> => {
      const found = pageIn(await session.send(listPage(session, listOf(draft), asked)))
      if (found) return found
      throw new Unmet('no page of the list could be had')
    }
    const order = idsIn(await page({ first: 4 }))
    const head = await page({ first: 2 })
    if (order.length <= head.items.length || head.endCursor === undefined) throw new Lacking(items(3))
    const next = await page({ first: 2, cursor: head.endCursor })
    const expect = (requirement: string, shown: Page, want: string, held: boolean): void =>
      expectThat(session, shown.answer, requirement, {
        held,
        want,
        got: idsIn(shown).join(', ') || 'no items',
      })
    const first = new Set(idsIn(head))
    expect(
      'list.cursor',
      next,
      'none of the items before the cursor',
      !idsIn(next).some((id) => first.has(id)),
    )
    const following = order.slice(head.items.length, head.items.length + next.items.length)
    expect(
      'page.end-cursor.last-item',
      next,
      `what follows: ${following.join(', ')}`,
      next.items.length > 0 && following.every((id, index) => idsIn(next)[index] === id),
    )
    // The same once more: for the rule that a cursor leads to the same items.
    await page({ first: 2, cursor: head.endCursor })
    if (next.startCursor === undefined) return
    const before = await page({ last: 2, cursor: next.startCursor })
    expect(
      'page.start-cursor.first-item',
      before,
      `what comes before: ${[...first].join(', ')}`,
      before.items.length > 0 && idsIn(before).every((id) => first.has(id)),
    )
  },
})

export const complete = scenario({
  id: 'lists/complete',
  title: 'A walk over the outgoing payments leaves out none that this run made, nor any as one is added',
  notices: 'list-leaves-out-the-newest',
  operations: ['create-outgoing-payment', 'list-outgoing-payments'],
  needs: creatingPayment.needs,
  quiet: true,
  claims: ['list.complete', 'list.while-adding'],
  cost: { requests: 61, payments: 1 },
  run: async (session) => {
    await addWhileWalking(session)
    const made = session.made()
    if (made.length === 0) throw new Unmet('this run made no payment that a list could show')
    const missingOf = (pages: readonly Page[]): string | undefined => {
      const shown = new Set(pages.flatMap(idsIn))
      return made.find((id) => !shown.has(id))
    }
    // An index may lag behind what was made.
    const pages = await watch(
      session,
      () => allPages(session, 'list-outgoing-payments'),
      (seen) => missingOf(seen) === undefined,
      'listing',
    )
    const missing = missingOf(pages)
    expectThat(session, pages[0].answer, 'list.complete', {
      held: missing === undefined,
      want: 'every payment that this run made',
      got: missing === undefined ? `all ${made.length}` : `${missing} left out`,
    })
  },
})

/** Adds a payment between the first page of a walk and the second. */
const addWhileWalking = async (session: Session): Promise<void> => {
  const list = 'list-outgoing-payments'
  const before = (await allPages(session, list)).flatMap(idsIn)
  const pages: Page[] = []
  const { maximum } = session.target.profile.pageSize
  for await (const page of walk(session, list, (number) => (number < 4 ? 1 : maximum))) {
    pages.push(page)
    if (pages.length === 1) await session.send(await creatingPayment.prepare(session))
  }
  const [first, second] = pages
  // Of a list with one page there is nothing left to lose.
  if (!first || !second) return
  const shown = pages.flatMap(idsIn)
  const lost = before.find((id) => !shown.includes(id))
  const again = before.find((id) => shown.indexOf(id) !== shown.lastIndexOf(id))
  expectThat(session, second.answer, 'list.while-adding', {
    held: lost === undefined && again === undefined,
    want: `each of the ${before.length} items that were there before, once`,
    got: lost === undefined ? `${again ?? 'none'} again` : `${lost} left out`,
  })
}

export const clients = scenario({
  id: 'lists/two-clients',
  title: 'Two clients with rights on one wallet each find what they created',
  notices: 'list-of-first-client-only',
  operations: ['create-outgoing-payment', 'list-outgoing-payments'],
  needs: { open: receiver('open'), other: otherClient },
  quiet: true,
  claims: ['list.clients', 'list.open.other-clients'],
  cost: { requests: 42, payments: 2 },
  run: async (session, { open, other }) => {
    const own = payDirectly(session, open.url, controlAmount(session))
    const mine = idIn(await session.send(own), 'no payment could be made')
    const theirs = idIn(await session.send({ ...own, ...other }), 'otherClient could make no payment')
    const showing = (id: string, way: Way) =>
      watch(
        session,
        () => allPages(session, 'list-outgoing-payments', way),
        (pages) => pages.flatMap(idsIn).includes(id),
        'listing',
      )
    const asMe = await showing(mine, {})
    const asThem = await showing(theirs, { as: other })
    expectFound(session, asMe, mine, 'signing')
    expectFound(session, asThem, theirs, 'otherClient')
    session.observe({
      requirement: 'list.open.other-clients',
      outcome: 'noted',
      want: 'left open',
      got: `another client's payments are ${asMe.flatMap(idsIn).includes(theirs) ? '' : 'not '}shown`,
      answer: asMe[0].answer,
    })
  },
})

const expectFound = (session: Session, pages: [Page, ...Page[]], id: string, client: string): void => {
  const held = pages.some((page) => idsIn(page).includes(id))
  const want = 'the payment that the client made itself'
  const got = `${id} ${held ? '' : 'not '}found by ${client}`
  expectThat(session, pages[0].answer, 'list.clients', { held, want, got })
}
