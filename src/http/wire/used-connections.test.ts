import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createUsedConnections } from './used-connections.ts'

/** Takes connections for these requests. Returns the requests that have begun, and a function that ends one. */
const begunOf = (...invalid: boolean[]) => {
  const connections = createUsedConnections()
  const begun: number[] = []
  const ends: Array<(staysOpen: boolean) => void> = []
  for (const [place, isInvalid] of invalid.entries())
    void connections.take(isInvalid).then((end) => {
      begun.push(place)
      ends[place] = end
    })
  const end = async (place: number, staysOpen = true) => {
    ends[place]?.(staysOpen)
    await setImmediate()
    await setImmediate()
  }
  return { begun, end }
}

test('valid requests open connections freely, and an invalid request waits for one of them', async () => {
  const { begun, end } = begunOf(false, false, true, true)
  await setImmediate()
  expect(begun).toEqual([0, 1])
  await end(1)
  expect(begun).toEqual([0, 1, 2])
  await end(2)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('invalid requests wait for no connection if none stays open', async () => {
  const { begun, end } = begunOf(true, true, true)
  await setImmediate()
  expect(begun).toEqual([0])
  await end(0, false)
  expect(begun).toEqual([0, 1, 2])
})

test('waiting requests go on as soon as there is a connection for each of them', async () => {
  const { begun, end } = begunOf(false, false, true, false, true)
  await setImmediate()
  expect(begun).toEqual([0, 1, 3])
  await end(0)
  await end(1)
  expect(begun).toEqual([0, 1, 3, 2, 4])
})
