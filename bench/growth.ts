import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from './child.ts'
import type { Comparison } from './comparison.ts'
import { targetAt } from './harness.ts'

/** Exchanges of a round, and of all rounds. */
const [round, whole] = [10_000, 100_000]

export const growth: Comparison = {
  id: 'growth',
  title: 'time for an exchange after 90,000 / after 10,000',
  aim: { atMost: 1.2 },
  measure: async ({ connections }) => {
    const folder = mkdtempSync(join(tmpdir(), 'op-conformance-bench-'))
    const [server, harness] = [start('./quote-server.js'), start('./harness-load.js')]
    try {
      const { url } = (await server.ask({})) as { url: string }
      const file = join(folder, 'target.yaml')
      writeFileSync(file, targetAt(url))
      const rates: number[] = []
      for (let done = 0; done < whole; done += round)
        rates.push(Number(await harness.ask({ file, connections, exchanges: round })))
      return [(rates[1] ?? 0) / (rates.at(-1) ?? 0)]
    } finally {
      await Promise.all([harness.end(), server.end()])
      rmSync(folder, { recursive: true })
    }
  },
}
