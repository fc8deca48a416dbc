import { nothingIfUnmet } from '../../src/check/needs/prerequisites.ts'
import type { Session } from '../../src/check/session.ts'
import type { Side } from '../../src/check/subject.ts'
import {
  madeBy,
  marked,
  metadataOf,
  type SentAgain,
  showsMetadata,
  type UnshownCreation,
} from '../../src/check/unshown-creation.ts'
import { pause } from '../../src/check/watch.ts'
import { sameAmount } from '../../src/core/amount.ts'
import { isObject, sameJson } from '../../src/core/json.ts'
import { answerInWords, isRefused } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { asAmount, asMoment } from '../support/fields.ts'
import { listOfIncomingPayments, listOfPayments } from '../support/sides.ts'
import { type Items, itemsOf, type List, type ListPage } from '../support/walk.ts'

const sideOf: Record<List, Side> = {
  'list-outgoing-payments': listOfPayments,
  'list-incoming-payments': listOfIncomingPayments,
}

/** The requirements that are broken if a refused request has left something in a list. */
export const leftoverClaims = Object.values(sideOf).map(({ requirement }) => requirement)

/** The refused requests of the run that would have added something to this list. */
export function refusedIn(session: Session, list: List): UnshownCreation[] {
  return ofSide(session, list).filter(({ answer }) => isRefused(answer))
}

function ofSide(session: Session, list: List): UnshownCreation[] {
  return session.memory.unshown().filter(({ draft }) => draft.operation === sideOf[list].of)
}

/**
 * Limits, in milliseconds, on how much earlier and later than the Date of a response (whole seconds) the item that its
 * request made may be dated.
 */
const earlier = 2000
const later = 10_000

/**
 * Returns true if the item may have been made by a request that was answered at that time, or if either time is
 * unknown.
 */
export function mayBeMadeAt(then: number | undefined, item: Record<string, unknown>): boolean {
  const made = asMoment(item['createdAt'])
  return then === undefined || made === undefined || (made >= then - earlier && made <= then + later)
}

/** The most refused requests that are sent once more: those that fit best, of as many checks as possible. */
const most = 60

/** The most unexplained items that refused requests are compared with. */
const mostCompared = 60

/** Milliseconds after which items made by the repeated requests are expected in the list. */
export const late = 1000

/**
 * Claims that no item of a list was made by a refused request, of whichever check. An item that no request of this run
 * explains may be somebody else's, so refused requests that fit it are sent once more, with a mark in their metadata.
 */
export async function expectNoLeftovers(
  session: Session,
  list: List,
  pages: readonly ListPage[],
  readAgain: () => Promise<readonly ListPage[]>,
): Promise<void> {
  const side = sideOf[list]
  const refused = refusedIn(session, list)
  const answer = pages.at(-1)?.answer
  if (refused.length === 0 || !answer) return
  const want = 'nothing created by a refused request'
  const before = itemsOf(pages)
  const unexplained = unexplainedIn(session, list, before)
  const suspects = refused.filter(({ draft, answer: refusal }) =>
    [...unexplained.values()].some(
      (item) =>
        side.resembles(session, draft, item) &&
        mayBeMadeAt(asMoment(refusal.response?.headers['date']), item),
    ),
  )
  const certain = paidAgain(session, suspects, before, unexplained)
  const guilty =
    suspects.length === 0 || certain.length > 0
      ? certain
      : await sentAgain(session, list, bestFirst(suspects, unexplained), before, readAgain)
  for (const { refusal, id } of guilty) {
    const got = `${answerInWords(refusal)}, but ${id} is in ${side.name}`
    session.observe({ requirement: side.requirement, outcome: 'broken', want, got, answer: refusal })
  }
  if (suspects.length > 0) return
  const got = `nothing, although ${refused.length} were refused`
  session.observe({ requirement: side.requirement, outcome: 'held', want, got, answer })
}

/** Items that no request of this run has made: no accepted request, and none without a response. */
export function unexplainedIn(session: Session, list: List, items: Items): Items {
  const unanswered = ofSide(session, list).filter(({ answer }) => !isRefused(answer))
  return new Map(
    [...items].filter(
      ([id, item]) =>
        session.memory.known().get(id)?.createdWith === undefined &&
        !unanswered.some(({ draft }) => asksForJust(draft, item)),
    ),
  )
}

/** Returns true if the request names the quote of the item, or else its amount. */
const asksForJust = ({ body }: RequestDraft, item: Record<string, unknown>): boolean => {
  if (!isObject(body)) return false
  if (item['quoteId'] !== undefined || body['quoteId'] !== undefined)
    return body['quoteId'] === item['quoteId']
  return ['debitAmount', 'incomingAmount'].some((name) => {
    const [wanted, came] = [asAmount(body[name]), asAmount(item[name])]
    return wanted !== undefined && came !== undefined && sameAmount(wanted, came)
  })
}

interface Guilty {
  refusal: UnshownCreation['answer']
  id: string
}

/**
 * Items that nobody else can have made: payments of quotes of this run whose other payments are all in the list, under
 * the ids that their creation returned.
 */
const paidAgain = (
  session: Session,
  suspects: readonly UnshownCreation[],
  items: Items,
  unexplained: Items,
): Guilty[] => {
  const known = [...session.memory.known().values()]
  const isInDoubt = (quote: string): boolean =>
    known.some(({ quoteId, id }) => quoteId === quote && !items.has(id))
  return [...unexplained].flatMap(([id, { quoteId }]) => {
    if (typeof quoteId !== 'string' || isInDoubt(quoteId)) return []
    if (session.memory.known().get(quoteId)?.createdWith === undefined) return []
    const one = suspects.find(({ draft }) => quoteOf(draft) === quoteId)
    return one ? [{ refusal: one.answer, id }] : []
  })
}

export function quoteOf({ body }: RequestDraft): unknown {
  return isObject(body) ? body['quoteId'] : undefined
}

const sentAgain = async (
  session: Session,
  list: List,
  suspects: readonly UnshownCreation[],
  before: Items,
  readAgain: () => Promise<readonly ListPage[]>,
): Promise<Guilty[]> => {
  const sent: Array<SentAgain & Pick<UnshownCreation, 'answer'>> = []
  for (const { draft, tamper } of suspects.slice(0, most)) {
    const again = marked(draft, `${session.generated.seed} ${before.size} ${sent.length}`)
    // A limit that is reached ends the search, but not the other claims.
    const answer = await session.send(again.draft, tamper).catch(nothingIfUnmet)
    if (!answer) break
    sent.push({ ...again, answer })
  }
  const look = async (): Promise<Items> => {
    await pause(session, late)
    return itemsOf(await readAgain())
  }
  const items = await look()
  const fresh = [...unexplainedIn(session, list, items)].filter(([id]) => !before.has(id))
  const resembles = (asked: RequestDraft, item: Record<string, unknown>): boolean =>
    sideOf[list].resembles(session, asked, item)
  const showsMarks = showsMetadata(items.values())
  const guilty = sent.flatMap((one) => {
    const made = isRefused(one.answer) ? madeBy(one, fresh, { showsMarks, resembles }) : undefined
    return made ? [{ refusal: one.answer, debits: one.draft.debits, ...made }] : []
  })
  const isCertain = guilty.every(({ evidence }) => evidence === 'mark')
  // Nothing may appear while nothing is sent. That would be somebody else's, and so the others might be, too.
  const later = isCertain ? items : await look()
  const isQuiet = unexplainedIn(session, list, later).size === unexplainedIn(session, list, items).size
  const certain = guilty.filter(({ evidence }) => evidence === 'mark' || isQuiet)
  for (const { debits } of certain) if (debits !== undefined) session.money.book(debits)
  return certain
}

/**
 * Orders the suspects by how well they fit one of the first unexplained items. Among those that fit alike, the checks take
 * turns.
 */
const bestFirst = (suspects: readonly UnshownCreation[], unexplained: Items): UnshownCreation[] => {
  const items = [...unexplained.values()].slice(0, mostCompared)
  const fits = new Map(suspects.map((one) => [one, Math.max(...items.map((item) => fitOf(one, item)))]))
  const best = [...new Set(fits.values())].sort((one, other) => other - one)
  return best.flatMap((fit) => inTurn(suspects.filter((one) => fits.get(one) === fit)))
}

/**
 * Returns how well an item fits a refused request. What it is for counts most, then its metadata, which is the same for
 * all requests in the same circumstances, then its time. A server may leave out metadata that is no object.
 */
const fitOf = ({ draft, answer }: UnshownCreation, item: Record<string, unknown>): number => {
  const [then, made] = [asMoment(answer.response?.headers['date']), asMoment(item['createdAt'])]
  const sent = metadataOf(draft)
  const signs = [
    then !== undefined && made !== undefined && Math.abs(made - then) <= second,
    sameJson(sent, item['metadata']) || (!isObject(sent) && item['metadata'] === undefined),
    asksForJust(draft, item),
  ]
  return signs.reduce((sum, sign, at) => sum + (sign ? 2 ** at : 0), 0)
}

/** Milliseconds by which the Date of a response and the item that its request made differ at most, on most servers. */
const second = 1000

const inTurn = (suspects: readonly UnshownCreation[]): UnshownCreation[] => {
  const before = new Map<string, number>()
  const ranked = suspects.map((one) => {
    const rank = before.get(one.check) ?? 0
    before.set(one.check, rank + 1)
    return { one, rank }
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one)
}
