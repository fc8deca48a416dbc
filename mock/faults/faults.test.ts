import { expect, test } from 'vitest'
import { readCatalogue } from './catalogue.ts'
import { allFaults, faultsNamed } from './index.ts'

const faults = allFaults()

test('every fault has an id of its own', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
})

test('every fault breaks a requirement of the catalogue', () => {
  const { ids } = readCatalogue()
  expect(faults.filter(({ breaks }) => !ids.has(breaks)).map(({ id, breaks }) => [id, breaks])).toEqual([])
})

test('an unknown fault is refused with the nearest one', () => {
  expect(() => faultsNamed(['without-token-know'])).toThrow(
    'There is no fault "without-token-know"; did you mean "without-token-known"?',
  )
})
