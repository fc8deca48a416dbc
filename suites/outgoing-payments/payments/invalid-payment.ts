import { refusedAs } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import type { Needs, Supplied } from '../../../src/check/needs/need.ts'
import type { Session } from '../../../src/check/session.ts'
import { fieldsIn, type RequestDraft } from '../../../src/http/draft.ts'
import { creatingPayment, idIn } from '../../support/operations.ts'
import { recentQuote } from '../../support/recent-quote.ts'
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

/**
 * Creates a quote for the control's amount and returns its id. Each request needs a quote of its own, because a server may
 * pay the quote even though it refuses the request.
 */
export async function freshQuote(session: Session, to: unknown): Promise<string> {
  const { id } = await quoteToPay(session, { receiver: to, debitAmount: controlAmount(session) })
  return id
}

/** Returns the id of a quote for the control's amount, for requests that name another quote in its place. */
export async function quoteToMisname(session: Session, to: unknown): Promise<string> {
  const { quote } = await recentQuote(session, String(to))
  return idIn(quote, 'no quote could be created to pay')
}

/** Returns the direct payment with its debitAmount changed. */
export function withAmount(whole: PaymentParts, session: Session, change: PaymentBody): PaymentBody {
  const { debitAmount } = session.target.profile.directPayment
  return {
    ...whole.wallet,
    ...whole.incomingPayment,
    [debitAmount]: { ...controlAmount(session), ...change },
  }
}
