import { expect, test } from 'vitest'
import { faultsNamed } from '../conditions/named.ts'
import { readCatalogue } from '../openapi/catalogue.ts'
import { allFaults, candidates } from './index.ts'

const profiles = ['interface', 'open-payments-1.3'] as const

test.each(profiles)('%s: every fault has an id of its own', (profile) => {
  const ids = allFaults(profile).map(({ id }) => id)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

test('every fault breaks a requirement of some profile', () => {
  const catalogues = profiles.map((profile) => [profile, readCatalogue(profile)] as const)
  const known = catalogues.flatMap(([, { ids }]) => [...ids])
  const broken = catalogues.flatMap((each) => candidates(...each).map(({ breaks }) => breaks))
  expect([...new Set(broken)].filter((id) => !known.includes(id))).toEqual([])
})

test('a profile has a fault only if it has what the fault breaks', () => {
  const ids = profiles.map((profile) => allFaults(profile).map(({ id }) => id))
  const [ofInterface = [], ofOpenPayments = []] = ids
  expect(ofInterface).toContain('incoming-updated-at-goes-back')
  expect(ofOpenPayments).not.toContain('incoming-updated-at-goes-back')
  expect(ofOpenPayments).toContain('get-outgoing-payment:sentAmount.value:wrong-format')
  expect(ofInterface).not.toContain('unknown-outgoing-payment-answered-410')
})

test('an unknown fault is refused, and the message suggests the nearest one', () => {
  expect(() => faultsNamed(['without-token-know'])).toThrow(
    'Unknown fault "without-token-know". Did you mean "without-token-known"?',
  )
})
