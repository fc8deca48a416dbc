import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { alternate, ratiosOf } from './alternate.ts'
import type { Comparison } from './comparison.ts'

const command = fileURLToPath(new URL('../src/cli/main.js', import.meta.url))

/** Runs node with these arguments and returns how often per second it could do so. */
const rate = (args: string[]) => async (): Promise<number> => {
  const begun = performance.now()
  const { status } = spawnSync(process.execPath, args)
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`)
  return 1000 / (performance.now() - begun)
}

export const startBesideNode: Comparison = {
  id: 'start',
  title: 'op-conformance --version / node -e 0, time',
  aim: { atMost: 3 },
  recorded: { median: 1.87, better: 'lower' },
  measure: async ({ pairs }) =>
    ratiosOf(await alternate(rate(['-e', '0']), rate([command, '--version']), pairs)),
}
