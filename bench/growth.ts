import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from './child.ts'
import type { Comparison } from './comparison.ts'
import { targetAt } from './harness.ts'
import type { Settings } from './settings.ts'

/** The number of exchanges in a round. */
const round = 10_000

/** The rates of the second and the last round, and the memory after each. */
interface Grown {
  /** Exchanges per second. */
  rates: [number, number]
  /** Bytes of resident memory. */
  memory: [number, number]
}

const grow = async ({ connections, exchanges }: Settings): Promise<Grown> => {
  const folder = mkdtempSync(join(tmpdir(), 'op-conformance-bench-'))
  const [server, harness] = [start('./quote-server.js'), start('./harness-load.js')]
  try {
    const { url } = (await server.ask({})) as { url: string }
    const file = join(folder, 'target.yaml')
    writeFileSync(file, targetAt(url))
    const rounds: Array<{ rate: number; memory: number }> = []
    for (let done = 0; done < exchanges; done += round) {
      const rate = Number(await harness.ask({ file, connections, exchanges: round }))
      rounds.push({ rate, memory: Number(await harness.ask({ memory: true })) })
    }
    const [early, late] = [rounds[1], rounds.at(-1)]
    if (!early || !late) throw new Error(`--exchanges is at least ${2 * round}`)
    return { rates: [early.rate, late.rate], memory: [early.memory, late.memory] }
  } finally {
    await Promise.all([harness.end(), server.end()])
    rmSync(folder, { recursive: true })
  }
}

let growing: Promise<Grown> | undefined

/** Measures once: both rows of the table come from one measurement. */
const grown = (settings: Settings): Promise<Grown> => {
  growing ??= grow(settings)
  return growing
}

export const growth: Comparison = {
  id: 'growth',
  title: 'time for an exchange, last 10,000 / second 10,000',
  aim: { atMost: 1.2 },
  recorded: { median: 0.77, better: 'lower' },
  measure: async (settings) => {
    const [early, late] = (await grown(settings)).rates
    return [early / late]
  },
}

export const memory: Comparison = {
  id: 'memory',
  title: 'memory of the harness, at the end / after 20,000 exchanges',
  recorded: { median: 1.18, better: 'lower' },
  measure: async (settings) => {
    const [early, late] = (await grown(settings)).memory
    return [late / early]
  },
}
