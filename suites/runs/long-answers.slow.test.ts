import { expect, test } from 'vitest'
import type { Change } from '../testing/changing-answers.ts'
import { oddRun } from '../testing/odd-run.ts'

const padding = 'x'.repeat(950_000)

/** Further fields are nobody's business, however long they are. */
const padded: Change = (given) => ({
  ...given,
  body: Buffer.from(given.body.toString().replace('{', `{"padding":"${padding}",`)),
})

test('a run whose answers are all a megabyte long writes only so many, fails nothing, and its verdicts follow from them', {
  timeout: 120_000,
}, async () => {
  const only = ['answers', 'ids', 'rules/quote-agrees-with-itself', 'lists/pages']
  const run = await oddRun({ profile: 'interface', only, seed: 1, runs: 2, change: padded })
  // 3: what would be shown only by answers that were not written whole is not judged.
  expect([0, 3]).toContain(run.exit)
  expect(run.faults).toEqual([])
  expect(run.cut).toBeGreaterThan(0)
  expect(run.cut).toBeLessThan(run.exchanges)
})
