import { expect, test } from 'vitest'
import type { Change } from '../testing/changing-answers.ts'
import { oddRun } from '../testing/odd-run.ts'

const padding = 'x'.repeat(950_000)

/** Adds a long field that the interface does not name, which no check may object to. */
const padded: Change = (given) => ({
  ...given,
  body: Buffer.from(given.body.toString().replace('{', `{"padding":"${padding}",`)),
})

test('a run with answers of a megabyte truncates some in its record, and fails nothing', async () => {
  const only = ['answers', 'ids', 'rules/quote-agrees-with-itself', 'lists/pages']
  const run = await oddRun({ profile: 'interface', only, seed: 1, runs: 2, change: padded })
  // Exit code 3 is allowed: claims that only truncated responses would show are not judged.
  expect([0, 3]).toContain(run.exit)
  expect(run.faults).toEqual([])
  expect(run.cut).toBeGreaterThan(0)
  expect(run.cut).toBeLessThan(run.exchanges)
})
