import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { abuse, provoke } from './testing/abuse.ts'
import { call } from './testing/call.ts'
import { askQuote } from './testing/requests.ts'
import { running } from './testing/running.ts'

/** The number of requests. `npm run fuzz:mock` sets it to 100,000. */
const wanted = Number(process.env['FUZZED'] ?? 5000)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const together = 25

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const heapInUse = (): number => {
  collectGarbage()
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20)
}

test(`after ${wanted} fuzzed requests there was no 5xx, each refusal named its guard, and memory is where it was`, {
  timeout: 60 * 60 * 1000,
}, async () => {
  const rejected: unknown[] = []
  const note = (reason: unknown): void => void rejected.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const mistakes: unknown[] = []
  const mock = await running({ onMistake: (error) => mistakes.push(error) })
  const requests = abuse(mock)
  const statuses = new Map<number | 'none', number>()
  const flaws: string[] = []
  const begun = performance.now()
  let start: number | undefined

  for (let sent = 0; sent < wanted; sent += together) {
    const samples = fc.sample(requests, { numRuns: together, seed: seed + sent })
    const reactions = await Promise.all(samples.map((bytes) => provoke(mock.url, bytes)))
    for (const [index, { statuses: own, flaw }] of reactions.entries()) {
      for (const status of own.length > 0 ? own : (['none'] as const)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      if (flaw !== undefined) flaws.push(`${flaw} for ${JSON.stringify(samples[index]?.toString('latin1'))}`)
    }
    // The first measurement comes after code is compiled and caches are filled.
    if (sent >= wanted / 10) start ??= heapInUse()
  }

  const end = heapInUse()
  const seconds = (performance.now() - begun) / 1000
  const counts = [...statuses].sort(([one], [other]) => String(one).localeCompare(String(other)))
  const classes = [...byClass(counts)]
  console.log(
    [
      `${wanted} fuzzed requests, seed ${seed}, ${seconds.toFixed(0)} s`,
      `answers by class: ${classes.map(([name, count]) => `${name} ${count}`).join(', ')}`,
      `answers by status: ${counts.map(([status, count]) => `${status} ${count}`).join(', ')}`,
      `heap in use: ${start} MiB after a tenth, ${end} MiB at the end`,
      `unhandled rejections: ${rejected.length}, the mock's own mistakes: ${mistakes.length}`,
    ].join('\n'),
  )
  expect({ flaws: flaws.slice(0, 5), rejected, mistakes }).toEqual({ flaws: [], rejected: [], mistakes: [] })
  expect(counts.filter(([status]) => Number(status) >= 500)).toEqual([])
  expect(end).toBeLessThan((start ?? 0) + 32)
  expect((await call(mock, askQuote(mock))).status).toBe(201)
})

const byClass = (counts: ReadonlyArray<readonly [number | 'none', number]>): Map<string, number> => {
  const classes = new Map<string, number>()
  for (const [status, count] of counts) {
    const name = status === 'none' ? 'none' : `${Math.floor(status / 100)}xx`
    classes.set(name, (classes.get(name) ?? 0) + count)
  }
  return classes
}
