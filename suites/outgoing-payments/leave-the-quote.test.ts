import { expect, test } from 'vitest'
import type { Variant } from '../../mock/changes/change.ts'
import { replacing } from '../../mock/changes/replacing.ts'
import { against, verdictsIn } from '../testing/against-mock.ts'

const shortLived: Variant = {
  id: 'quotes-for-a-moment',
  says: 'A quote can be paid for 20 ms',
  override: replacing('quotes', 'expiry', { gives: (_expiry, _receiver, now) => now + 20 }),
}

test('a quote that has expired while it was refused says nothing about refused requests', async () => {
  const events = await against({ only: ['refused-payments/leave-the-quote'], further: [shortLived] })
  const [own] = verdictsIn(events).filter(({ check }) => check === 'refused-payments/leave-the-quote')
  expect(own?.verdict).toMatchObject({
    status: 'skipped',
    missing: [expect.stringContaining('a quote that does not expire while requests to pay it are refused')],
  })
})
