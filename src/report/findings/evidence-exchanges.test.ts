import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import { evidence, exchange, failed, passed, verdict } from '../testing/record.ts'
import { evidenceExchanges } from './evidence-exchanges.ts'

const numbers = Array.from({ length: 200 }, (_, index) => index + 1)
const events: RunEvent[] = numbers.map((number) => exchange(number, 'a/one'))

const kept = (...verdicts: ReturnType<typeof verdict>[]): number[] => [
  ...evidenceExchanges(
    events,
    verdicts.map((event) => event.verdict),
  ).keys(),
]

test('a failed check keeps the exchange of its evidence, however old it is', () =>
  expect(kept(failed('a/one', evidence({ exchange: 2 })))).toEqual([2]))

test('the exchange that set the expectation is kept beside the one that broke it', () =>
  expect(kept(failed('a/one', evidence({ exchange: 150, earlier: 3 })))).toEqual([3, 150]))

test('the control is kept beside the exchange that it controls', () =>
  expect(kept(failed('a/one', evidence({ exchange: 5, controlledBy: 4 })))).toEqual([4, 5]))

test('the control that hindered a check is kept', () =>
  expect(kept(verdict('a/one', { status: 'inconclusive', reason: 'a control', exchange: 1 }))).toEqual([1]))

test('no exchange of a passed check is kept', () => expect(kept(passed('a/one'))).toEqual([]))
