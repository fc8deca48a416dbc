import type { Comparison } from './comparison.ts'
import { comparisons } from './comparisons.ts'
import { settingsIn } from './settings.ts'
import { isWorse, rowOf } from './table.ts'

// Prints one table. Each row is a ratio of two sides that were measured alternately.

const { ids, check, ...settings } = settingsIn(process.argv.slice(2))
const unknown = ids.filter((id) => !comparisons.some((one) => one.id === id))
if (unknown.length > 0) {
  const known = comparisons.map(({ id }) => id).join(', ')
  process.stderr.write(`No benchmark is called ${unknown.join(', ')}. There are: ${known}\n`)
  process.exit(2)
}

process.stdout.write(
  '| ratio | median | least | most | pairs | recorded | aim |\n|---|---:|---:|---:|---:|---:|---:|\n',
)
/** Prints a row. Returns true if it is clearly worse than recorded. */
const measured = async (comparison: Comparison): Promise<boolean> => {
  const ratios = await comparison.measure(settings)
  process.stdout.write(rowOf(comparison, ratios))
  process.stderr.write(comparison.also?.(ratios) ?? '')
  return isWorse(comparison, ratios)
}

for (const comparison of comparisons) {
  if (ids.length > 0 && !ids.includes(comparison.id)) continue
  // Machines are shared and noisy, so a benchmark counts as slower only if it is worse twice in a row.
  if (!(await measured(comparison)) || !check || !(await measured(comparison))) continue
  process.stderr.write(
    `${comparison.id} was clearly worse than recorded (${comparison.recorded.median}), twice; profile it as bench/README.md says\n`,
  )
  process.exitCode = 1
}
