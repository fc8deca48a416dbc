import { answer } from '../core/answer.ts'
import { idGuards } from '../http/guard.ts'
import { assured, type ServedRoute } from '../http/route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import type { Quote } from '../state/resources.ts'
import type { Context } from '../state/world.ts'
import {
  rightCreate,
  rightRead,
  rightWalletCreate,
  rightWalletGetQuote,
  tokenGuards,
} from '../tokens/token.ts'
import { quoteBodyGuards } from './body.ts'
import { createQuote } from './create.ts'
import { quoteRuleGuards } from './rules.ts'
import { completeSubject, quoteOrder, quoteSubject } from './subject.ts'

/** Supplies the latest quote of the token's wallet, or a new one if there is none. */
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

const quoteIdGuards = idGuards(['quote-id-form', 'quote-known'], {
  operation: 'get-quote',
  name: 'Quote',
  of: 'quote',
  fallback: latestQuote,
})

export const postQuote: ServedRoute<'create-quote'> = {
  operation: 'create-quote',
  method: 'post',
  path: '/quotes',
  subject: quoteSubject,
  guards: [
    ...tokenGuards,
    ...signatureGuards,
    rightCreate,
    rightWalletCreate,
    ...quoteBodyGuards,
    ...quoteRuleGuards,
  ],
  work: ({ world, subject, token }) => {
    const order = assured(quoteOrder(subject), 'the fields of a quote')
    return answer(201, world.behaviour.quotes.show(world.behaviour.quotes.make(order, token?.client)))
  },
}

export const getQuote: ServedRoute<'get-quote'> = {
  operation: 'get-quote',
  method: 'get',
  path: '/quotes/:id',
  subject: ({ world, id }) => {
    const quote = world.behaviour.requests.find('id-of-quote', id, world.quotes)
    return { quote, wallet: quote?.wallet }
  },
  guards: [...tokenGuards, ...signatureGuards, rightRead, rightWalletGetQuote, ...quoteIdGuards],
  work: ({ world, subject }) => answer(200, world.behaviour.quotes.show(assured(subject.quote, 'a quote'))),
}
