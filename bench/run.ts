import type { TargetContents } from '../src/target-file/contents.ts'
import { start } from './child.ts'
import type { Comparison } from './comparison.ts'
import { startDelayingProxy } from './delaying-proxy.ts'
import type { Asked, Took } from './run-load.ts'
import type { Settings } from './settings.ts'
import type { WholeMock } from './whole-mock.ts'

/** Whole runs take long, so only a third as many pairs are measured. */
const rounds = ({ pairs }: Settings): number => Math.ceil(pairs / 3)

const concurrency = 8

/** Measures a run in one process against a mock in another. */
const against = async <T>(
  { publicUrl, to }: { publicUrl?: string; to?: (port: number) => void },
  measure: (ask: (asked: Asked) => Promise<Took>, target: TargetContents) => Promise<T>,
): Promise<T> => {
  const [mock, load] = [start('./whole-mock.js'), start('./run-load.js')]
  try {
    const { port, target } = (await mock.ask(publicUrl === undefined ? {} : { publicUrl })) as WholeMock
    to?.(port)
    return await measure(async (asked) => (await load.ask(asked)) as Took, target)
  } finally {
    await Promise.all([mock.end(), load.end()])
  }
}

export const runBesideReplay: Comparison = {
  id: 'run',
  title: 'whole run, processor time / replay of its requests',
  aim: { atMost: 3 },
  recorded: { median: 14.92, better: 'lower' },
  measure: async (settings) => {
    const ratios: number[] = []
    while (ratios.length < rounds(settings))
      ratios.push(
        await against({}, async (ask, target) => {
          const run = await ask({ do: 'run', target, concurrency })
          const replay = await ask({ do: 'replay', concurrency })
          return run.processor / replay.processor
        }),
      )
    return ratios
  },
}

const latency = 100
const atADistance = 32

export const runAtADistance: Comparison = {
  id: 'distance',
  title: `whole run at ${latency} ms, concurrency ${atADistance} / requests × latency / ${atADistance}`,
  aim: { atMost: 1.6 },
  recorded: { median: 2.21, better: 'lower' },
  measure: async (settings) => {
    const ratios: number[] = []
    while (ratios.length < rounds(settings)) {
      const proxy = await startDelayingProxy(latency)
      try {
        const { milliseconds, requests } = await against(
          { publicUrl: proxy.url, to: proxy.to },
          (ask, target) => ask({ do: 'run', target, concurrency: atADistance }),
        )
        ratios.push(milliseconds / ((requests * latency) / atADistance))
      } finally {
        proxy.close()
      }
    }
    return ratios
  },
}
