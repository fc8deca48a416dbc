import { expect, test } from 'vitest'
import type { RunEvent } from '../../src/core/events.ts'
import { against, verdictsIn } from '../testing/against-mock.ts'

/** Returns the checks that sent the controls before and after the invalid requests of a check to list payments. */
const sendersOfControls = (events: readonly RunEvent[], check: string): Array<string | undefined> => {
  const sentBy = new Map(
    events.flatMap((event) => (event.type === 'exchange' ? [[event.number, event.check] as const] : [])),
  )
  const controls = events.flatMap((event) =>
    event.type === 'observation' &&
    event.check === check &&
    event.subject === 'list-outgoing-payments' &&
    event.control !== undefined &&
    event.exchange !== undefined
      ? [event.exchange]
      : [],
  )
  return controls.slice(0, 2).map((exchange) => sentBy.get(exchange))
}

test('the controls before and after the requests of a check also stand around those of the next check', async () => {
  const pair = ['signatures/missing', 'signatures/none-whole']
  const events = await against({ only: pair, concurrency: 1 })
  // The check that is worth more begins.
  const [first = '', second = ''] = events.flatMap((event) =>
    event.type === 'check' && event.state === 'started' && pair.includes(event.check) ? [event.check] : [],
  )
  expect(sendersOfControls(events, first)).toEqual([first, first])
  expect(sendersOfControls(events, second)).toEqual([first, first])
  const passed = verdictsIn(events).filter(({ verdict }) => verdict.status === 'passed')
  expect(passed.map(({ check }) => check)).toEqual(expect.arrayContaining([first, second]))
})
