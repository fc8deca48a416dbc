import { refusedAs } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import type { Needs, Supplied } from '../../../src/check/needs/need.ts'
import type { Session } from '../../../src/check/session.ts'
import type { Answer } from '../../../src/http/answers/answer.ts'
import { dateOf, isBefore } from '../../../src/http/answers/server-date.ts'
import { textIn } from '../../../src/http/answers/shown.ts'
import { fieldsIn, type RequestDraft } from '../../../src/http/draft.ts'
import { creatingPayment } from '../../support/operations.ts'
import { controlAmount } from '../../support/requests.ts'
import { quoteToPay } from './quote-to-pay.ts'

type PaymentBody = Record<string, unknown>

/** A check that sends a direct payment with one thing changed. It names quotes and receivers as the profile does. */
export function invalid<N extends Needs = Record<never, never>, T = undefined>(check: {
  id: string
  title: string
  requirement: string
  detects: string
  row?: string
  needs?: N
  /** The number of further requests that `body` sends. */
  sends?: number
  cases?: Parameters<typeof refusal<N, T>>[0]['cases']
  body: (
    whole: PaymentParts,
    given: T,
    needs: Supplied<N>,
    session: Session,
  ) => PaymentBody | Promise<PaymentBody>
}) {
  return refusal<N, T>({
    id: check.id,
    title: check.title,
    detects: check.detects,
    on: [creatingPayment],
    ...(check.needs ? { needs: check.needs } : {}),
    ...(check.cases ? { cases: check.cases } : {}),
    ...(check.sends ? { sends: check.sends } : {}),
    mutate: async (draft, given, needs, session) => ({
      ...draft,
      body: await check.body(wholeOf(draft, session), given, needs, session),
    }),
    expect: refusedAs(check.row ?? 'body', check.requirement),
  })
}

/** The parts of a direct payment, by their purpose. */
interface PaymentParts {
  wallet: PaymentBody
  incomingPayment: PaymentBody
  debitAmount: PaymentBody
  receiver: unknown
}

const wholeOf = (draft: RequestDraft, { target }: Session): PaymentParts => {
  const { incomingPayment, debitAmount } = target.profile.directPayment
  const fields = fieldsIn(draft)
  return {
    wallet: { walletAddress: fields['walletAddress'] },
    incomingPayment: { [incomingPayment]: fields[incomingPayment] },
    debitAmount: { [debitAmount]: fields[debitAmount] },
    receiver: fields[incomingPayment],
  }
}

/** The milliseconds for which a quote may be used again, and those that it has to be valid for at least. */
const kept = 5000
const validFor = 30_000

/** The last quote for each receiver. */
const lastQuotes = new WeakMap<
  Session['target'],
  Map<unknown, { quote: Promise<Answer | undefined>; made: number }>
>()

/** Creates a quote for the control's amount and returns its id. */
export async function freshQuote(session: Session, to: unknown): Promise<string> {
  const { id } = await quoteToPay(session, { receiver: to, debitAmount: controlAmount(session) })
  return id
}

/**
 * Returns the id of a quote for the control's amount that nobody has paid, for requests that name another quote in its
 * place: the last one, if it is only a few seconds old.
 */
export async function quoteToMisname(session: Session, to: unknown): Promise<string> {
  const quotes = lastQuotes.get(session.target) ?? new Map()
  lastQuotes.set(session.target, quotes)
  const now = session.time.own.now()
  const last = quotes.get(to)
  const known = last && now < last.made + kept ? await last.quote : undefined
  const id = known && textIn(known, 'id')
  if (known && id !== undefined && isUnpaid(session, known, id)) return id
  const quote = quoteToPay(session, { receiver: to, debitAmount: controlAmount(session) })
  const answer = quote.then(
    (made) => made.quote,
    () => undefined,
  )
  quotes.set(to, { made: now, quote: answer })
  return (await quote).id
}

const isUnpaid = ({ memory }: Session, quote: Answer, id: string): boolean =>
  !memory.known().get(id)?.paid && isBefore(dateOf(quote) + validFor, textIn(quote, 'expiresAt'))

/** Returns the direct payment with its debitAmount changed. */
export function withAmount(whole: PaymentParts, session: Session, change: PaymentBody): PaymentBody {
  const { debitAmount } = session.target.profile.directPayment
  return {
    ...whole.wallet,
    ...whole.incomingPayment,
    [debitAmount]: { ...controlAmount(session), ...change },
  }
}
