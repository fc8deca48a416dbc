import type { Context } from '../http/context.ts'
import { type Guard, notFound } from '../http/guard.ts'
import type { Quote } from '../state/resources.ts'
import { createQuote } from './create.ts'
import { completeSubject, quoteOrder } from './subject.ts'

export const isOfOurForm: (resource: string) => Guard['refuses'] =
  (resource) =>
  ({ id, world }) =>
    world.isId(id) ? undefined : notFound(`The identifier is none of the form that ${resource} have here`)

/** The latest quote of the token's wallet, or a new one where there is none. */
const latestQuote = (context: Context): void => {
  const { world, token } = context
  const quote = (token && world.quotes.of(token.wallets[0]).at(-1)) ?? freshQuote(context)
  context.subject = { ...context.subject, quote }
}

const freshQuote = (context: Context): Quote | undefined => {
  completeSubject(context)
  const order = quoteOrder(context.subject)
  return order && createQuote(context.world, order)
}

/** The oldest incoming payment on the token's wallet, or any. */
export function oldestIncomingPayment(context: Context): void {
  const { world, token } = context
  const own = token && world.incomingPayments.of(token.wallets[0]).at(0)
  context.subject.incomingPayment = own ?? [...world.incomingPayments.all()].at(0)
}

export const quoteIdForm: Guard = {
  id: 'quote-id-form',
  family: 'rule',
  requirement: 'get-quote.id.other-form',
  refuses: isOfOurForm('quotes'),
  fallback: latestQuote,
}

export const quoteKnown: Guard = {
  id: 'quote-known',
  family: 'rule',
  requirement: 'errors.404.get-quote',
  refuses: ({ subject }) => (subject.quote ? undefined : notFound('There is no such quote')),
  fallback: latestQuote,
}

export const incomingPaymentIdForm: Guard = {
  id: 'incoming-payment-id-form',
  family: 'rule',
  requirement: 'get-incoming-payment.id.other-form',
  refuses: isOfOurForm('incoming payments'),
  fallback: oldestIncomingPayment,
}

export const incomingPaymentKnown: Guard = {
  id: 'incoming-payment-known',
  family: 'rule',
  requirement: 'errors.404.get-incoming-payment',
  refuses: ({ subject }) =>
    subject.incomingPayment ? undefined : notFound('There is no such incoming payment'),
  fallback: oldestIncomingPayment,
}
