import { answer } from '../core/answer.ts'
import { assured, type Route } from '../http/route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import { rightCreate, rightRead, rightWalletCreate, rightWalletGetQuote } from '../tokens/right.ts'
import { tokenGuards } from '../tokens/token.ts'
import { quoteBodyGuards } from './body.ts'
import { createQuote } from './create.ts'
import { quoteIdForm, quoteKnown } from './known.ts'
import { quoteRuleGuards } from './rules.ts'
import { quoteOrder, quoteSubject } from './subject.ts'

export const postQuote: Route<'create-quote'> = {
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
    const order = assured(quoteOrder(subject), 'what a quote is made of')
    return answer(201, world.showQuote(world, createQuote(world, order, token?.client)))
  },
}

export const getQuote: Route<'get-quote'> = {
  operation: 'get-quote',
  method: 'get',
  path: '/quotes/:id',
  subject: ({ world, id }) => {
    const quote = world.find('id-of-quote', id, world.quotes)
    return { quote, wallet: quote?.wallet }
  },
  guards: [...tokenGuards, ...signatureGuards, rightRead, rightWalletGetQuote, quoteIdForm, quoteKnown],
  work: ({ world, subject }) => answer(200, world.showQuote(world, assured(subject.quote, 'a quote'))),
}
