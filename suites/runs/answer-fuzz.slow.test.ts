import fc from 'fast-check'
import { expect, test } from 'vitest'
import { odd, oddity } from '../testing/odd-answers.ts'
import { oddRun } from '../testing/odd-run.ts'

/** The number of odd responses. `npm run fuzz:answers` sets 10,000. */
const wanted = Number(process.env['FUZZED'] ?? 400)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)

/** A stretch of responses that are odd in one way, and a stretch of right ones after it. */
const stretch = fc.record({ oddity, odd: fc.integer({ min: 1, max: 40 }), right: fc.nat({ max: 12 }) })

const broken = '{"toString":"x"}'

/** The first stretches: values that the harness once failed on. */
const known = [
  ...['createdAt', 'id', 'type', 'value', 'hasNextPage', 'completed', 'failed'].map((field) => [
    field,
    broken,
  ]),
  ...['-1', '1.5', '1e9'].map((scale) => ['assetScale', scale]),
].map(([field = '', json = '']) => ({
  oddity: { what: 'value', at: { field }, json } as const,
  odd: 40,
  right: 0,
}))

/** The numbers of right responses at the start of a run. Without them it would often end there. */
const atFirst = [60, 0, 6]

/** A run whose responses are odd in stretches. It is aborted after `most` odd responses. */
const fuzzed = async (number: number, most: number) => {
  const drawn = fc.sample(stretch, { seed: seed * 100_003 + number, numRuns: 800 })
  const stretches = number === 0 ? [...known, ...drawn] : drawn
  const enough = new AbortController()
  let right = atFirst[number % atFirst.length] ?? 0
  let left = 0
  let place = -1
  let count = 0
  const run = await oddRun({
    profile: number % 2 === 0 ? 'interface' : 'open-payments-1.3',
    seed: seed + number,
    runs: [2, 8, 20][number % 3] ?? 2,
    signal: enough.signal,
    change: (given) => {
      if (right > 0) {
        right--
        return given
      }
      if (left === 0) left = stretches[++place % stretches.length]?.odd ?? 1
      const now = stretches[place % stretches.length]
      left--
      if (left === 0) right = now?.right ?? 0
      const changed = now ? odd(given, now.oddity) : given
      if (changed !== given && ++count >= most) enough.abort()
      return changed
    },
  })
  return { ...run, count }
}

test(`${wanted} odd answers, in any place of any operation, never make the harness fail`, {
  timeout: 60 * 60 * 1000,
}, async () => {
  const begun = performance.now()
  const exits: number[] = []
  const faults: string[] = []
  let count = 0
  let exchanges = 0
  for (let number = 0; count < wanted; number++) {
    const run = await fuzzed(number, wanted - count)
    count += run.count
    exchanges += run.exchanges
    exits.push(run.exit)
    faults.push(...run.faults.map((fault) => `run ${number}: ${fault}`))
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(
    `${count} odd answers of ${exchanges} in ${exits.length} runs, seed ${seed}, ${seconds} s; ` +
      `runs ended with ${[...new Set(exits)].sort().join(', ')}`,
  )
  expect(faults.slice(0, 5)).toEqual([])
  expect(exits).not.toContain(4)
})
