import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLanes } from '../session/lanes.ts'
import { createTurns } from './turns.ts'

/** Runs several workers that each act, rest and act. Returns the events in order. */
const acting = async ({ lanes: most, count }: { lanes: number; count: number }) => {
  const lanes = createLanes(most)
  const turns = createTurns(lanes)
  const order: string[] = []
  const act = async (name: string): Promise<void> => {
    order.push(`${name} begins`)
    await setTimeout(1)
    order.push(`${name} ends`)
  }
  await lanes.each(count, (place) =>
    turns.take(async () => {
      await act(`${place}a`)
      await turns.rest(() => setTimeout(20))
      await act(`${place}b`)
    }),
  )
  return order
}

test.each([1, 2, 8])('with %i lanes one worker acts at a time, and others when it rests', async (lanes) => {
  const order = await acting({ lanes, count: 3 })
  const one = (name: string) => [`${name} begins`, `${name} ends`]
  expect(order).toEqual(['0a', '1a', '2a', '0b', '1b', '2b'].flatMap(one))
})

test('a worker that waits for its turn leaves its lane to other work', async () => {
  const lanes = createLanes(1)
  const turns = createTurns(lanes)
  const order: string[] = []
  const others = lanes.offer(1, async () => void order.push('other'), 0)
  await lanes.each(2, (place) =>
    turns.take(async () => {
      await lanes.rest(() => setTimeout(5))
      order.push(`turn ${place}`)
    }),
  )
  await others()
  expect(order).toEqual(['other', 'turn 0', 'turn 1'])
})

test('the next worker acts even if the previous one throws', async () => {
  const { take } = createTurns({ rest: (wait) => wait() })
  const failing = take(() => Promise.reject(new Error('no')))
  const next = take(async () => {})
  await expect(failing).rejects.toThrow('no')
  await next
})
