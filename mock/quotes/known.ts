import { notFound } from '../core/answer.ts'
import { type Guard, isOfOurForm } from '../http/guard.ts'
import type { Quote } from '../state/resources.ts'
import type { Context } from '../state/world.ts'
import { createQuote } from './create.ts'
import { completeSubject, quoteOrder } from './subject.ts'

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
  refuses: ({ subject }) => (subject.quote ? undefined : notFound('Quote not found')),
  fallback: latestQuote,
}
