import type { Comparison } from './comparison.ts'
import { growth } from './growth.ts'
import { harnessBesideLoop } from './harness.ts'
import { mockBesideExpress, mockBesidePrism } from './mock.ts'
import { runAtADistance, runBesideReplay } from './run.ts'
import { settingsIn } from './settings.ts'
import { startBesideNode } from './start.ts'
import { rowOf } from './table.ts'

// One table: each row a ratio of two that were measured side by side.

const comparisons: readonly Comparison[] = [
  mockBesideExpress,
  mockBesidePrism,
  harnessBesideLoop,
  runBesideReplay,
  runAtADistance,
  startBesideNode,
  growth,
]

const { ids, ...settings } = settingsIn(process.argv.slice(2))
const unknown = ids.filter((id) => !comparisons.some((one) => one.id === id))
if (unknown.length > 0) {
  const known = comparisons.map(({ id }) => id).join(', ')
  process.stderr.write(`No benchmark is called ${unknown.join(', ')}. There are: ${known}\n`)
  process.exit(2)
}

process.stdout.write('| ratio | median | least | most | pairs | aim |\n|---|---:|---:|---:|---:|---:|\n')
for (const comparison of comparisons)
  if (ids.length === 0 || ids.includes(comparison.id))
    process.stdout.write(rowOf(comparison, await comparison.measure(settings)))
