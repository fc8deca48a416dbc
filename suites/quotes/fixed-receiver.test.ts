import { expect, test } from 'vitest'
import type { Variant } from '../../mock/changes/change.ts'
import type { Context } from '../../mock/state/world.ts'
import { against, brokenIn } from '../testing/against-mock.ts'

/** A server that refuses quotes while this is true. */
const refusing = (isRefused: (context: Context) => boolean): Variant => ({
  id: 'refused-quotes',
  says: 'The server refuses some quotes',
  extraGuards: [
    {
      id: 'quote-not-refused',
      family: 'rule',
      requirement: 'errors.403.create-quote',
      operations: ['create-quote'],
      refuses: (context) =>
        isRefused(context) ? { status: 400, description: 'No quote can be given for this' } : undefined,
    },
  ],
})

const hasAmount = ({ json }: Context): boolean =>
  'receiveAmount' in Object(json) || 'debitAmount' in Object(json)

/** A limit of 150 units for whatever is to be received. */
const isTooMuch = (context: Context): boolean =>
  BigInt(Object(context.json).receiveAmount?.value ?? (hasAmount(context) ? 0 : 10_000)) > 150n

test('a server whose limit is below the amount of a fixed receiver does not fail for refusing a quote of it', async () => {
  const events = await against({ further: [refusing(isTooMuch)], only: ['quotes/inferred-amount'] })
  expect(brokenIn(events)).toEqual(new Map())
})

test('a server that refuses every quote without an amount fails', async () => {
  const events = await against({
    further: [refusing((context) => !hasAmount(context))],
    only: ['quotes/inferred-amount'],
  })
  expect(brokenIn(events).get('create-quote.accepts.inferred')).toBe('failure')
})
