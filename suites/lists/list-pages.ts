import fc from 'fast-check'
import { expectAccepted, noteOpen } from '../../src/check/expect-answer.ts'
import { onEach } from '../../src/check/kinds/on-each.ts'
import { valuesIn } from '../../src/check/place.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../../src/check/session.ts'
import { asText } from '../../src/core/json.ts'
import { answerInWords, isAccepted, isRefused } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { listingIncomingPayments, listingOutgoingPayments } from '../support/operations.ts'
import { specificationOf } from '../support/specification.ts'
import { idsIn, type List, type ListPage, listOf } from '../support/walk.ts'
import { expectOfPages, firstWrong, type WrongPage } from '../support/walk-claims.ts'
import { lookedAt, type PageAsShown, shrunk } from './broken-pages.ts'
import type { TriedList } from './known-list.ts'
import { createTrial, type ListTrial } from './list-trial.ts'
import { anyPage, type Extent, edges, extentOf } from './page-cases.ts'
import { type BackwardStyle, backwardStyleIn, type PageClaim, type PlacedPage, predict } from './pages.ts'
import {
  hasGrown,
  isUnchanged,
  observesReordered,
  readWhole,
  shownIn,
  untilOld,
  type WholeList,
} from './whole-list.ts'

/** The most attempts. The check starts again if the list has changed meanwhile. */
const mostAttempts = 3

const quietWallet =
  'a walletAddress that nobody else pays from or into during the run: its lists had more items each time they were read'

/** Generated pages per run of `--runs`. Each page takes two or three requests. */
const share = 0.2

export const pages = onEach({
  id: 'lists/pages',
  title: 'Every page of a list, from any cursor and of any length, agrees with the complete list',
  detects: 'page-repeats-item',
  on: [listingOutgoingPayments, listingIncomingPayments],
  quiet: true,
  generates: true,
  claims: [
    'list-outgoing-payments.status.200',
    'list-incoming-payments.status.200',
    'list.first',
    'list.last',
    'list.cursor',
    'list.complete',
    'list.gapless',
    'list.no-duplicates',
    'list.backwards',
    'page.start-cursor.first-item',
    'page.end-cursor.last-item',
    'page.has-next-page.walk',
    'page.has-previous-page.walk',
    'page.flags.backwards',
    'page.flags.backwards.behind',
    'page.items.order',
    'page.items.same-shape',
    'page.items.optional-fields',
    'page.items.position',
  ],
  cost: (runs) => ({ requests: 120 + 4 * Math.floor(share * runs), accepted: 0 }),
  run: async (session, draft) => {
    const list = listOf(draft)
    const read: WholeList[] = []
    try {
      for (let attempt = 0; attempt < mostAttempts; attempt++) {
        const whole = await readWhole(session, list)
        if (await isJudged(session, list, whole, attempt === 0)) return
        read.push(whole)
      }
    } catch (error) {
      if (error instanceof PreconditionFailed && (await isClosed(session, draft))) return
      throw error
    }
    if (read.every((one, at) => at === 0 || hasGrown(read[at - 1] ?? one, one)))
      throw new MissingPrerequisite(quietWallet)
    if (observesReordered(session, read)) return
    throw new PreconditionFailed('the list changed each time its pages were read')
  },
})

/** Judges a list that cannot be read by the plainest request for it. Returns true if not even that is accepted. */
const isClosed = async (session: Session, draft: RequestDraft): Promise<boolean> => {
  const answer = await session.send(draft)
  return !isAccepted(answer) && !(await expectAccepted(session, answer, `${listOf(draft)}.status.200`))
}

/**
 * Judges all pages. Returns false if they must be read again: because the list changed meanwhile, or, with `isPatient`,
 * because pages are wrong and some items are young. Replicas that lag may have served those pages.
 */
const isJudged = async (
  session: Session,
  list: List,
  whole: WholeList,
  isPatient: boolean,
): Promise<boolean> => {
  const extent = extentOf(whole, session.target.profile.pageSize.minimum)
  const trial = createTrial(session, list, whole)
  await tryAll(session, trial, extent)
  const tried = trial.tried()
  const style = backwardStyleIn(whole.ids, tried.flatMap(shownBy))
  const { held, broken } = lookedAt(whole, tried, style)
  const found: Array<[requirement: string, shown: PageAsShown]> = []
  for (const [requirement, first] of broken) {
    const { seed } = session.generated
    const smallest = await shrunk({ trial, whole, extent, style, seed }, requirement, first)
    if (await trial.isReproducible(smallest.one)) found.push([requirement, smallest])
  }
  const [, wrong] = found[0] ?? []
  if (wrong && isPatient && (await untilOld(session, whole, wrong.one.answer))) return false
  const isSuspect = found.length > 0 || tried.some(({ page }) => !page)
  if (isSuspect && !isUnchanged(whole, await readWhole(session, list))) return false
  for (const { one, claim, count } of held.values()) {
    const got = `the same on ${count} pages`
    session.observe({ ...wantedBy(claim), outcome: 'held', got, answer: one.answer })
  }
  for (const [requirement, { one, claim }] of found)
    session.of({ given: one.asked }).observe({
      ...wantedBy(claim),
      requirement,
      outcome: 'broken',
      got: claim.got,
      answer: one.answer,
    })
  await judgeRefused(session, list, whole, trial)
  noteStyle(session, list, whole, tried, style)
  return true
}

const wantedBy = ({ requirement, want }: PageClaim) => ({ requirement, want })

const shownBy = ({ asked, page, of }: TriedList) => (page && !of ? [{ asked, page: shownIn(page) }] : [])

/** Tries the pages that the session names, or pages at the edges, then generated ones, then cursors that no page needed. */
const tryAll = async (session: Session, trial: ListTrial, extent: Extent): Promise<void> => {
  const named = valuesIn(session.only)
  if (named) {
    await trial.pages(named as PlacedPage[])
    return
  }
  await trial.pages(edges(extent))
  if (extent.length === 0) return
  const numRuns = Math.floor(share * session.generated.runs)
  await trial.pages(fc.sample(anyPage(extent), { seed: session.generated.seed, numRuns }))
  await trial.followOthers()
  await askTwice(trial, extent)
}

/** Follows one cursor twice, for the rule that a cursor leads to the same items again. */
const askTwice = async (trial: ListTrial, { length, least }: Extent): Promise<void> => {
  const one = await trial.page({ direction: 'forwards', count: least, item: Math.floor(length / 2) })
  if (one) await trial.isReproducible(one)
}

/**
 * A refused page counts if the server shows other pages in that direction and the cursor still leads on. The server may
 * refuse a page past an end, a request that names no number of items, and a cursor with another number than before.
 */
const judgeRefused = async (
  session: Session,
  list: List,
  { ids }: WholeList,
  trial: ListTrial,
): Promise<void> => {
  const tried = trial.tried()
  for (const one of tried.filter(({ page }) => !page)) {
    const { asked, answer } = one
    if (isRefused(answer) && (asked.uncounted || predict(ids, asked).items.length === 0)) continue
    if (!tried.some(({ page, asked: { direction } }) => page && direction === asked.direction))
      throw new PreconditionFailed(
        `the server returned no page of the list ${asked.direction}: ${answerInWords(answer)}`,
      )
    if (trial.mayBeSized(one) || !(await trial.isReproducible(one))) continue
    if (!(await expectAccepted(session.of({ given: asked }), answer, `${list}.status.200`))) return
  }
}

/** Notes points about backward pages that the interface leaves open. */
const noteStyle = (
  session: Session,
  list: List,
  { items }: WholeList,
  tried: readonly TriedList[],
  { turned }: BackwardStyle,
): void => {
  const backwards = tried.flatMap(({ asked, page, of }) =>
    page && !of && asked.direction === 'backwards' && page.items.length > 0 ? [page] : [],
  )
  const [first, ...others] = backwards
  if (!first) return
  expectSameShape(session, list, items, [first, ...others])
  const several = backwards.find((page) => idsIn(page).length > 1)
  if (!several) return
  const got = `a backward page shows items in ${turned ? 'the opposite' : 'the same'} order`
  noteOpen(session, several.answer, 'page.items.position', got)
}

/**
 * Compares items that did not change between the forward and the backward walk. Only the fields that the schema
 * requires have to be the same. Differences in optional fields are noted.
 */
const expectSameShape = (
  session: Session,
  list: List,
  forth: ListPage['items'],
  back: [ListPage, ...ListPage[]],
): void => {
  const required = requiredOf(session, list)
  const stateOf = (item: Record<string, unknown>) => `${asText(item['id'])} ${asText(item['updatedAt'])}`
  const forwards = new Map(forth.map((item) => [stateOf(item), item]))
  const differing = (shape: (item: Record<string, unknown>) => string): WrongPage =>
    firstWrong(back, ({ items: shown }) => {
      const other = shown.find((item) => {
        const before = forwards.get(stateOf(item))
        return before !== undefined && shape(before) !== shape(item)
      })
      return other && `an item with ${shape(other)}`
    })
  expectOfPages(
    session,
    'page.items.same-shape',
    back,
    'items with the same required fields as on a forward page',
    differing((item) => required.filter((name) => Object.hasOwn(item, name)).join(', ')),
  )
  const others = differing((item) => fieldsOf(item, required))
  const got = others?.got ?? 'the same fields in both directions'
  noteOpen(session, (others?.page ?? back[0]).answer, 'page.items.optional-fields', got)
}

/** Fields that every item of a list has to have. */
const requiredOf = ({ target }: Session, list: List): string[] => {
  const { components } = specificationOf(target.profile).openapi
  return (
    components?.schemas?.[list === 'list-outgoing-payments' ? 'OutgoingPayment' : 'IncomingPayment']
      ?.required ?? []
  )
}

/** The fields of an item, except those in `without`. */
const fieldsOf = (item: Record<string, unknown>, without: readonly string[]): string =>
  Object.keys(item)
    .filter((name) => !without.includes(name))
    .sort()
    .join(', ')
