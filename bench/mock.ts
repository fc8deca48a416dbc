import autocannon from 'autocannon'
import { alternate, ratiosOf } from './alternate.ts'
import type { Told } from './bare-server.ts'
import { start } from './child.ts'
import type { Comparison } from './comparison.ts'
import type { Served } from './mock-server.ts'
import { startPrism } from './prism.ts'
import type { Settings } from './settings.ts'

const rate = async (url: string, { headers, body }: Served, settings: Settings): Promise<number> => {
  const { connections, seconds } = settings
  const result = await autocannon({ url, method: 'POST', headers, body, connections, duration: seconds })
  if (result.errors + result.non2xx + result.timeouts > 0) {
    throw new Error(`${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`)
  }
  return result.requests.total / result.duration
}

export const mockBesideExpress: Comparison = {
  id: 'mock',
  title: 'mock, POST /quotes / bare Express with one verification',
  aim: { atLeast: 0.85 },
  recorded: { median: 0.82, better: 'higher' },
  measure: async (settings) => {
    const mock = start('./mock-server.js')
    const bare = start('./bare-server.js')
    try {
      // The children are part of the benchmark, so their messages are trusted.
      const served = (await mock.ask({})) as Served
      const quote = await (await fetch(served.url, { method: 'POST', ...served })).json()
      const told: Told = { ...served, quote }
      const { url } = (await bare.ask(told)) as { url: string }
      return await pairsOf(served, url, settings)
    } finally {
      await Promise.all([mock.end(), bare.end()])
    }
  },
}

export const mockBesidePrism: Comparison = {
  id: 'prism',
  title: 'mock, POST /quotes / Prism, which verifies nothing',
  aim: { atLeast: 2 },
  recorded: { median: 0.82, better: 'higher' },
  measure: async (settings) => {
    const mock = start('./mock-server.js')
    const prism = await startPrism()
    try {
      const served = (await mock.ask({})) as Served
      return await pairsOf(served, `${prism.url}/quotes`, settings)
    } finally {
      prism.end()
      await mock.end()
    }
  },
}

const pairsOf = async (served: Served, peer: string, settings: Settings): Promise<number[]> =>
  ratiosOf(
    await alternate(
      () => rate(served.url, served, settings),
      () => rate(peer, served, settings),
      settings.pairs,
    ),
  )
