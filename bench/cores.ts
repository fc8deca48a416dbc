import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import type { Comparison } from './comparison.ts'

const command = fileURLToPath(new URL('../src/cli/main.js', import.meta.url))

/** Runs a quick selftest and returns how many milliseconds it took. */
const selftest = (jobs: number): number => {
  const begun = performance.now()
  const args = [command, 'selftest', '--quick', '--seed', '1', '--jobs', String(jobs)]
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' })
  if (status !== 0) throw new Error(`selftest --jobs ${jobs} ended with ${status}`)
  return performance.now() - begun
}

export const onTwoCores: Comparison = {
  id: 'cores',
  title: 'quick selftest, --jobs 2 / --jobs 1, time',
  recorded: { median: 0.92, better: 'lower' },
  measure: async () => [selftest(2) / selftest(1)],
}
