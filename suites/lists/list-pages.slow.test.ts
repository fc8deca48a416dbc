import { expect, test } from 'vitest'
import type { Variant } from '../../mock/changes/change.ts'
import { replacing } from '../../mock/changes/replacing.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'
import type { PlacedPage } from './pages.ts'

const only = ['lists/pages', 'lists/complete', 'payments', 'sequences/payments', 'settling']

interface Seen {
  requirement: string
  given: PlacedPage
}

/** Returns the findings of the check for a mock with a fault, one for each requirement. */
const foundIn = async (fault: string): Promise<Seen[]> => {
  const events = await against({ faults: [fault], only, runs: 10 })
  const verdict = verdictsIn(events).find(({ check }) => check === 'lists/pages')?.verdict
  if (verdict?.status !== 'failed') return []
  return verdict.evidence
    .filter(({ subject }) => subject === 'list-outgoing-payments')
    .map(({ requirement, given }) => ({ requirement, given: Object(given) as PlacedPage }))
}

const faults: Array<[fault: string, requirement: string, smallest: Partial<PlacedPage>]> = [
  ['page-of-seven-loses-item', 'list.gapless', { direction: 'forwards', count: 7 }],
  ['page-longer-than-first-from-ten', 'list.first', { direction: 'forwards', count: 10 }],
  ['page-longer-than-last-from-ten', 'list.last', { direction: 'backwards', count: 10 }],
  ['next-page-of-a-full-page', 'page.has-next-page.walk', { direction: 'forwards' }],
  ['previous-page-of-a-full-page', 'page.flags.backwards', { direction: 'backwards', count: 1, item: 1 }],
  ['page-backwards-with-its-own-item', 'list.backwards', { direction: 'backwards' }],
  ['cursor-of-the-middle-ignored', 'list.cursor', { direction: 'forwards', follow: 'endCursor' }],
]

test.each(faults)(
  '%s gives one finding, with the smallest page that shows it',
  async (fault, requirement, smallest) => {
    expect(await foundIn(fault)).toMatchObject([{ requirement, given: smallest }])
  },
)

test.each([
  ['startCursor', 'page.start-cursor.first-item'],
  ['endCursor', 'page.end-cursor.last-item'],
])('a wrong %s of a short list breaks only the requirement for it', async (cursor, requirement) => {
  const faults = [`list-incoming-payments:pagination.${cursor}:anothers`]
  const events = await against({ faults, only: ['lists/pages'], runs: 3 })
  expect([...brokenIn(events).keys()]).toEqual([requirement])
})

test('a list that changes while it is read fails nothing', async () => {
  const events = await against({ variants: ['lists-lag'], only })
  expect(brokenIn(events)).toEqual(new Map())
})

/** A payment by somebody else turns up with each request for a list. */
const busyWallet = (): Variant => {
  let others = 0
  return {
    id: 'paid-from-elsewhere',
    says: 'Others pay from the wallet address all the time',
    override: replacing('lists', 'items', {
      gives: (items) => {
        const [item] = items
        others++
        const more = Array.from({ length: others }, (_, index) => ({ ...item, id: `elsewhere-${index}` }))
        return item ? [...items, ...(more as (typeof item)[])] : items
      },
    }),
  }
}

test('the check is skipped, and says why, if others pay from the wallet address', async () => {
  const events = await against({ further: [busyWallet()], only: ['lists/pages'] })
  const verdict = verdictsIn(events).find(({ check }) => check === 'lists/pages')?.verdict
  expect(verdict).toMatchObject({
    status: 'skipped',
    missing: expect.arrayContaining([expect.stringContaining('nobody else pays from or into')]),
  })
})
