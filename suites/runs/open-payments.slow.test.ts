import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { against, outcomeOf, verdictsIn } from '../testing/against-mock.ts'
import { checksOf } from '../testing/checks-of.ts'
import { sampled } from '../testing/sampled.ts'

const profile = 'open-payments-1.3'
const ofInterface = new Set(checksOf('interface').map(({ id }) => id))
const own = checksOf(profile).filter(({ id }) => !ofInterface.has(id))

test.for(sampled(own, 1 / 3))('$id detects $detects', async ({ id, detects }) => {
  const verdict = verdictsIn(await against({ profile, faults: [detects], only: [id] })).find(
    ({ check }) => check === id,
  )
  expect(verdict && outcomeOf(verdict)).toBe('failed')
})

test('tokens/missing tries every operation except those whose public form is for anyone', async () => {
  const events = await against({ profile, only: ['tokens/missing'] })
  const operations = events.flatMap((event) =>
    event.type === 'observation' && event.check === 'tokens/missing' ? [event.subject] : [],
  )
  expect(operations).toContain('get-outgoing-payment')
  expect(operations).not.toContain('get-incoming-payment')
  expect(verdictsIn(events).find(({ check }) => check === 'tokens/missing')?.verdict.status).toBe('passed')
})

test('each profile judges only by its own requirements for updatedAt', async () => {
  const standing = (name: string): string[] => [...loadCatalogue(name).keys()]
  const [first, second] = [standing('interface'), standing(profile)]
  expect(first).toContain('outgoing-payment.updated-at.present')
  expect(second).not.toContain('outgoing-payment.updated-at.present')
  expect(second).toContain('outgoing-payment.updated-at.absent')
  expect(first).not.toContain('outgoing-payment.updated-at.absent')
})
