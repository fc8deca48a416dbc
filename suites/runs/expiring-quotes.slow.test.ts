import { expect, test } from 'vitest'
import { refusing, type Variant } from '../../mock/changes/change.ts'
import { replacing } from '../../mock/changes/replacing.ts'
import { notFound } from '../../mock/core/answer.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'

const expiredQuotesGone: Variant = {
  id: 'expired-quotes-gone',
  says: 'A quote expires after 15 s, and is not found then',
  extraGuards: [
    refusing({
      id: 'quote-still-there',
      requirement: 'errors.404.get-quote',
      operations: ['get-quote'],
      refusal: notFound('Quote not found'),
      isRefused: ({ world, subject: { quote } }) => quote !== undefined && quote.expiresAt <= world.now(),
    }),
  ],
  override: replacing('quotes', 'expiry', {
    gives: (expiresAt, _receiver, now) => Math.min(expiresAt, now + 15_000),
  }),
}

test('a server whose quotes live for 15 s and are gone then fails nothing', async () => {
  const events = await against({ further: [expiredQuotesGone] })
  expect([...brokenIn(events)]).toEqual([])
  expect(verdictsIn(events).filter(({ verdict }) => verdict.status === 'inconclusive')).toEqual([])
})
