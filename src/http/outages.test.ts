import { expect, test } from 'vitest'
import type { Answer } from './answers/answer.ts'
import { createOutages } from './outages.ts'

const refused: Answer = {
  exchange: 1,
  method: 'GET',
  url: '/',
  failure: { code: 'refused', message: 'nothing accepts connections there' },
}
const answered: Answer = {
  exchange: 2,
  method: 'GET',
  url: '/',
  response: { status: 401, headers: {}, text: '', json: undefined },
}

/** A server that is back after this many questions, and the waits between them. */
const scene = (longestOutage = 60_000) => {
  let now = 0
  const told: string[] = []
  const outages = createOutages({
    longestOutage,
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds
    },
    waiting: ({ what, left }) => {
      told.push(`${left} ${what}`)
      return () => told.push('over')
    },
  })
  const away = async (questions: number): Promise<Answer> => {
    let asked = 0
    return outages.ask(async () => (asked++ < questions ? refused : answered))
  }
  return { outages, away, told, time: () => now }
}

test('a server that answers the first question was not away', async () => {
  const { outages, away, told } = scene()
  expect(await away(0)).toBe(answered)
  expect([outages.count(), outages.sentence(), told]).toEqual([0, undefined, []])
})

test('an outage counts once it has ended, so that a check that began during it is tried again', async () => {
  const { outages } = scene()
  const seen: unknown[] = []
  let asked = 0
  await outages.ask(async () => {
    seen.push([outages.count(), outages.isUnderWay()])
    return ++asked < 3 ? refused : answered
  })
  // The first question only finds out that the server is away.
  expect(seen).toEqual([
    [0, false],
    [0, true],
    [0, true],
  ])
  expect([outages.count(), outages.isUnderWay()]).toEqual([1, false])
})

test('any answer ends a wait, and each wait is reported once', async () => {
  const { outages, away, told } = scene()
  expect(await away(5)).toBe(answered)
  expect(told).toEqual(['60000 the server to become available again', 'over'])
  expect(outages.count()).toBe(1)
})

test('several outages are reported in one sentence', async () => {
  const { outages, away } = scene()
  await away(5)
  await away(3)
  expect(outages.sentence()).toBe(
    'The server was unavailable 2 times during the run, together for 8 s; the run waited for it and then went on.',
  )
})

test('requests during an outage wait for its end', async () => {
  const { outages, away } = scene()
  expect(await Promise.all([away(5), away(1), away(1)])).toEqual([answered, answered, answered])
  expect(outages.count()).toBe(1)
})

test('a server that stays away is given up after the longest outage', async () => {
  const { outages, away, time } = scene(3000)
  expect(await away(1000)).toBe(refused)
  expect([time() >= 3000, time() < 6000, outages.sentence()]).toEqual([true, true, undefined])
})
