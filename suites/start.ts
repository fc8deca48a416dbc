import { receiver } from '../src/check/needs/need.ts'
import type { Session } from '../src/check/session.ts'
import type { PlainPayment, Start } from '../src/check/suite.ts'
import type { Amount } from '../src/core/amount.ts'
import { quoteToPay } from './outgoing-payments/payments/quote-to-pay.ts'
import { creatingQuote, creatingQuoteWithoutAmount, listingOutgoingPayments } from './support/operations.ts'
import { payDirectly } from './support/requests.ts'

const open = receiver('open')

type Wanted = Parameters<PlainPayment['prepare']>[1]

const orderOf = async (session: Session, { receiver: given, debits }: Wanted) => {
  const debitAmount: Amount = { value: String(debits), ...session.money.limits().wallet }
  return { receiver: given ?? (await open.supply(session.supplies)).url, debitAmount }
}

const another = receiver('open', 1)

const plainPayments: Start['payments'] = [
  {
    isDirect: false,
    prepare: async (session, wanted) => (await quoteToPay(session, await orderOf(session, wanted))).pay,
  },
  {
    isDirect: true,
    prepare: async (session, wanted) => {
      const { receiver: url, debitAmount } = await orderOf(session, wanted)
      return payDirectly(session, url, debitAmount)
    },
  },
  {
    isDirect: false,
    prepare: async (session, { debits }) => {
      const { url } = await another.supply(session.supplies)
      return (await quoteToPay(session, await orderOf(session, { receiver: url, debits }))).pay
    },
  },
]

export const start: Start = {
  id: 'start/whole-and-bare',
  title: 'A valid request is accepted, and a request with neither token nor signature is refused',
  whole: [listingOutgoingPayments, creatingQuote],
  bare: ['token.required', 'signature.required'],
  quoteWithoutAmount: creatingQuoteWithoutAmount,
  withBody: creatingQuote,
  payments: plainPayments,
}
