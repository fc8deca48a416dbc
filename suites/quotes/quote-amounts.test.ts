import { expect, test } from 'vitest'
import type { Variant } from '../../mock/changes/change.ts'
import { replacing } from '../../mock/changes/replacing.ts'
import { more } from '../../mock/faults/resources/between-reads.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'

const another: Variant = {
  id: 'another-amount',
  says: 'A quote is for one unit more than its request says',
  override: replacing('quotes', 'show', {
    by: (show) => (quote) =>
      show({
        ...quote,
        debitAmount: more(quote.debitAmount, 1),
        receiveAmount: more(quote.receiveAmount, 1),
      }),
  }),
}

test.each([
  ['this', []],
  ['another', [another]],
])(
  'a note reports that a single amount for a fixed receiver is quoted for %s amount',
  async (which, further) => {
    const id = 'quotes/one-amount-on-fixed-receiver'
    const verdict = verdictsIn(await against({ only: [id], further })).find(({ check }) => check === id)
    expect(verdict?.notes.map(({ got }) => got)).toContainEqual(
      expect.stringContaining(`accepted, for ${which} amount`),
    )
  },
)

test('a server that takes an amount of zero for none fails, because it accepts both amounts', async () => {
  const events = await against({ only: ['quotes/both-amounts'], faults: ['zero-amount-counts-as-none'] })
  expect([...brokenIn(events)]).toEqual([['create-quote.amounts.exclusive', 'failure']])
})
