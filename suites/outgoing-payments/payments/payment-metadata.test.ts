import { expect, test } from 'vitest'
import { against } from '../../testing/against-mock.ts'

test('the megabyte of a body is white space, so that no list has to show it', async () => {
  const events = await against({ only: ['payments/a-megabyte-body'] })
  const bodies = events.flatMap((event) => (event.type === 'exchange' ? [event.request.body ?? ''] : []))
  const [longest = ''] = bodies.toSorted((one, other) => other.length - one.length)
  expect(longest.length).toBeGreaterThan(2 ** 20)
  expect(JSON.stringify(JSON.parse(longest)).length).toBeLessThan(1000)
})
