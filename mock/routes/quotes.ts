import { quoteIdForm, quoteKnown } from '../guards/known.ts'
import { quoteBodyGuards } from '../guards/quote-body.ts'
import { quoteRuleGuards } from '../guards/quote-rule.ts'
import { quoteOrder, quoteSubject } from '../guards/quote-subject.ts'
import { rightCreate, rightRead, rightWalletCreate, rightWalletGetQuote } from '../guards/right.ts'
import { signatureGuards } from '../guards/signature.ts'
import { tokenGuards } from '../guards/token.ts'
import { createQuote } from '../world/quote.ts'
import { answer, assured, type Route } from './route.ts'

export const postQuote: Route = {
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

export const getQuote: Route = {
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
