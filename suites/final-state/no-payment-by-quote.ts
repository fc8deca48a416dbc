import { rowsFor } from '../../src/check/circumstances/explore.ts'
import { mostTraces, policy } from '../../src/check/circumstances/rows.ts'
import { inCircumstances, type Row } from '../../src/check/circumstances/table.ts'
import type { Known } from '../../src/check/known.ts'
import { nothingIfUnmet } from '../../src/check/needs/prerequisites.ts'
import type { Session } from '../../src/check/session.ts'
import { pause } from '../../src/check/watch.ts'
import { numberOf, sameAmount } from '../../src/core/amount.ts'
import { isObject } from '../../src/core/json.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import { textIn } from '../../src/http/answers/shown.ts'
import { amountIn, asAmount, asMoment } from '../support/fields.ts'
import { createQuote } from '../support/requests.ts'
import { type Items, itemsOf, type ListPage } from '../support/walk.ts'
import { late, mayBeMadeAt, quoteOf, unexplainedIn } from './leftovers.ts'

export const noPayment = 'create-quote.no-payment'

const list = 'list-outgoing-payments'

type PaymentFields = Record<string, unknown>

/** The number of forms of a quote: with debitAmount, with receiveAmount, and with neither. */
const forms = 3

/** The most quotes that are created to see whether they make payments. */
export const mostQuotedAgain = forms * (1 + mostTraces)

/** The quotes that this run has created. */
export function quotesOf(session: Session): Known[] {
  return [...session.memory.known().values()].filter(
    ({ kind, createdWith }) => kind === 'quote' && createdWith !== undefined,
  )
}

/**
 * Claims that no payment in the list was made by creating a quote, and returns whether that holds. A payment that no
 * request of this run explains may be somebody else's, so new quotes have to make new payments, unless it names a quote
 * that nobody asked to pay.
 */
export async function expectNoPaymentByQuote(
  session: Session,
  pages: readonly ListPage[],
  readAgain: () => Promise<readonly ListPage[]>,
): Promise<boolean> {
  const answer = pages.at(-1)?.answer
  const quotes = quotesOf(session)
  if (quotes.length === 0 || !answer) return true
  const before = itemsOf(pages)
  const suspects = [...unexplainedIn(session, list, before).values()].filter((item) =>
    quotes.some((quote) => mayBePaidBy(quote, item)),
  )
  const certain = suspects.find((item) => isOfUntouchedQuote(session, item))
  const guilty = certain ?? (await madeAgain(session, likeliest(suspects), before, readAgain))
  const got = guilty
    ? `${guilty['id']} is in the list of outgoing payments, although no request created it`
    : `none, although ${quotes.length} quotes were created`
  session.observe({
    requirement: noPayment,
    outcome: guilty ? 'broken' : 'held',
    want: 'no payment that was made by creating a quote',
    got,
    answer,
  })
  return guilty === undefined
}

/**
 * The latest suspect into the receiver of most suspects: that receiver is likely to accept more. A receiver with one
 * suspect may have been completed by it.
 */
const likeliest = (suspects: readonly PaymentFields[]): PaymentFields | undefined => {
  const counts = new Map<unknown, number>()
  for (const { receiver } of suspects) counts.set(receiver, (counts.get(receiver) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return suspects.findLast(({ receiver }) => counts.get(receiver) === most)
}

const mayBePaidBy = ({ id, receiver, createdAt }: Known, item: PaymentFields): boolean =>
  typeof item['quoteId'] === 'string'
    ? item['quoteId'] === id
    : item['receiver'] === receiver && mayBeMadeAt(asMoment(createdAt), item)

/** Returns true if the item names a quote of this run that no request has named. */
const isOfUntouchedQuote = (session: Session, { quoteId }: PaymentFields): boolean =>
  typeof quoteId === 'string' &&
  session.memory.known().get(quoteId)?.paid === undefined &&
  !session.memory.unshown().some(({ draft }) => quoteOf(draft) === quoteId)

/**
 * Creates the quotes that would have made such a payment, plainly and then in circumstances. Returns a payment that
 * they have made.
 */
const madeAgain = async (
  session: Session,
  suspect: PaymentFields | undefined,
  before: Items,
  readAgain: () => Promise<readonly ListPage[]>,
): Promise<PaymentFields | undefined> => {
  if (!suspect) return undefined
  const [plain, ...others] = [[], ...rowsFor(session, () => policy.traces(createQuote(session, {}), session))]
  return (
    (await madeIn(session, suspect, [plain], before, readAgain)) ??
    (await madeIn(session, suspect, others, before, readAgain))
  )
}

const madeIn = async (
  session: Session,
  suspect: PaymentFields,
  rows: readonly Row[],
  before: Items,
  readAgain: () => Promise<readonly ListPage[]>,
): Promise<PaymentFields | undefined> => {
  const { receiver, debitAmount, receiveAmount } = suspect
  const fresh: Answer[] = []
  for (const row of rows)
    for (const amounts of [{ debitAmount }, { receiveAmount }, {}]) {
      const draft = { ...createQuote(session, { receiver, ...amounts }), invalid: true as const }
      const answer = await session.send(inCircumstances(row, draft, session)).catch(nothingIfUnmet)
      if (answer && isAccepted(answer)) fresh.push(answer)
    }
  if (fresh.length === 0) return undefined
  await pause(session, late)
  const made = [...unexplainedIn(session, list, itemsOf(await readAgain()))].flatMap(([id, item]) =>
    !before.has(id) && fresh.some((quote) => isPaymentOf(quote, item)) ? [item] : [],
  )
  for (const item of made) await bookOf(session, item).catch(nothingIfUnmet)
  return made[0]
}

const isPaymentOf = (quote: Answer, item: PaymentFields): boolean => {
  if (typeof item['quoteId'] === 'string') return item['quoteId'] === textIn(quote, 'id')
  if (item['receiver'] !== textIn(quote, 'receiver')) return false
  return (['debitAmount', 'receiveAmount'] as const).some((name) => {
    const [quoted, paid] = [amountIn(quote, name), asAmount(item[name])]
    return quoted !== undefined && paid !== undefined && sameAmount(quoted, paid)
  })
}

const bookOf = async (session: Session, { debitAmount }: PaymentFields): Promise<void> => {
  const debits = isObject(debitAmount) ? asAmount(debitAmount) : undefined
  if (debits) session.money.book(numberOf(debits))
}
