import { expect, test } from 'vitest'
import { createVirtualTime } from './in-process.ts'

test('waits end in the order in which they are due, each at its own time', async () => {
  const { now, wait } = createVirtualTime(1000)
  const seen: Array<[string, number]> = []
  const waiting = async (name: string, milliseconds: number) => {
    await wait(milliseconds)
    seen.push([name, now()])
  }
  await Promise.all([waiting('late', 3_600_000), waiting('soon', 20), waiting('soon too', 20)])
  expect(seen).toEqual([
    ['soon', 1020],
    ['soon too', 1020],
    ['late', 3_601_000],
  ])
})

test('virtual time stands still while work is under way, and advances by one millisecond when it ends', async () => {
  const { now, wait, busy } = createVirtualTime(0)
  const over = busy()
  let isOver = false
  const waited = wait(500).then(() => expect(isOver).toBe(true))
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  expect(now()).toBe(0)
  isOver = true
  over()
  expect(now()).toBe(1)
  await waited
  expect(now()).toBe(500)
})

test('work that overlaps takes one millisecond together', () => {
  const time = createVirtualTime(0)
  const [first, second] = [time.busy(), time.busy()]
  first()
  expect(time.now()).toBe(0)
  second()
  expect(time.now()).toBe(1)
})
