import { each } from '../../src/check/cases/given.ts'
import { expectAccepted, expectNoServerError, expectOpen, noteOpen } from '../../src/check/expect-answer.ts'
import { leftOpen, noServerError } from '../../src/check/expectation.ts'
import { onEach } from '../../src/check/kinds/on-each.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import type { Session } from '../../src/check/session.ts'
import { asText, isObject } from '../../src/core/json.ts'
import { fieldOf } from '../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { listingIncomingPayments, listingOutgoingPayments } from '../support/operations.ts'
import { itemsOrNone, whoseItems } from '../support/shown-in-words.ts'
import { type List, type ListPage, listOf, listPage, pageIn } from '../support/walk.ts'
import { allPages } from '../support/walk-claims.ts'

/** Describes the cursors of a page: `startCursor null, endCursor absent`. */
const cursorsInWords = ({ answer }: ListPage): string => {
  const pagination = fieldOf(answer, 'pagination')
  const cursor = (name: string): string => {
    const value = isObject(pagination) ? pagination[name] : undefined
    if (typeof value !== 'string') return value === undefined ? 'absent' : asText(value)
    return value === '' ? 'an empty text' : 'a cursor'
  }
  return ['startCursor', 'endCursor'].map((name) => `${name} ${cursor(name)}`).join(', ')
}

const lists = [listingOutgoingPayments, listingIncomingPayments]

/** Queries that a list is requested with. The interface does not say what the server returns for them. */
const questions = {
  'last alone': { last: '2' },
  'cursor alone': { cursor: 'no-such-cursor' },
  'first and last': { first: '2', last: '2' },
  'an unknown cursor': { first: '2', cursor: 'no-such-cursor' },
  'first of 0': { first: '0' },
  'first of -1': { first: '-1' },
  'first of 101': { first: '101' },
  'first that is not a number': { first: 'two' },
  'no count': {},
}

const acceptsNoCount = 'list.accepts.no-count'

export const pages = onEach({
  id: 'lists/open-pages',
  title: 'How long a page is without a requested count, and what a page after the end shows',
  detects: 'page-of-no-count-answered-500',
  on: lists,
  quiet: true,
  claims: [
    noServerError,
    acceptsNoCount,
    'page.open.sizes',
    'page.open.past-the-end',
    'page.open.empty-page-cursors',
    'list.open.parameters',
  ],
  cost: () => ({ requests: 23, accepted: 0 }),
  run: async (session, draft) => {
    const list = listOf(draft)
    const note = (requirement: string, { answer }: ListPage, got: string): void =>
      noteOpen(session, answer, requirement, got)
    const answer = await session.send(listPage(session, list, {}))
    await expectNoServerError(session, answer)
    await expectAccepted(session, answer, acceptsNoCount)
    const usual = pageIn(answer)
    if (usual) note('page.open.sizes', usual, `${usual.items.length} items without a requested count`)
    await askWithCursorOf(session, others[list], list)
    const end = (await allPages(session, list)).at(-1)?.endCursor
    if (end === undefined) return
    const past = pageIn(await session.send(listPage(session, list, { first: 2, cursor: end })))
    if (!past || past.items.length > 0) return
    note('page.open.past-the-end', past, `hasPreviousPage ${asText(past.hasPreviousPage)}`)
    note('page.open.empty-page-cursors', past, cursorsInWords(past))
  },
})

const others: Readonly<Record<List, List>> = {
  'list-incoming-payments': 'list-outgoing-payments',
  'list-outgoing-payments': 'list-incoming-payments',
}

/** The server may refuse a cursor of the wallet's other list, or show any page, but must not fail. */
const askWithCursorOf = async (session: Session, other: List, list: List): Promise<void> => {
  const cursor = pageIn(await session.send(listPage(session, other, { first: 1 })))?.endCursor
  if (cursor === undefined) return
  const draft = listPage(session, list, { first: 2, cursor })
  const asked = session.of({ given: 'a cursor of the other list' })
  await expectOpen(asked, draft, leftOpen('list.open.parameters', itemsOrNone))
}

const asked = (draft: RequestDraft, { target }: Session, names: Record<string, string>): RequestDraft => {
  const { query } = target.profile
  const wallet = (draft.query ?? []).filter(([name]) => name === query.walletAddress)
  const others = (['cursor', 'first', 'last'] as const).flatMap((name) =>
    names[name] === undefined ? [] : [[query[name], names[name]] as const],
  )
  return { ...draft, query: [...wallet, ...others] }
}

export const parameters = refusal({
  id: 'lists/open-parameters',
  title: 'How the server treats a list whose parameters the interface leaves open, combined or out of range',
  detects: 'unknown-cursor-answered-500',
  on: lists,
  cases: each(...(Object.keys(questions) as Array<keyof typeof questions>)),
  mutate: (draft, question, _, session) => asked(draft, session, questions[question]),
  expect: leftOpen('list.open.parameters', itemsOrNone),
})

export const noWalletAddress = refusal({
  id: 'lists/no-wallet-address',
  title: 'Which items a list without a wallet address shows',
  detects: 'list-without-wallet-address-answered-500',
  on: lists,
  mutate: (draft, _, __, { target }) => ({
    ...draft,
    query: (draft.query ?? []).filter(([name]) => name !== target.profile.query.walletAddress),
  }),
  expect: leftOpen('list.open.no-wallet-address', whoseItems),
})
