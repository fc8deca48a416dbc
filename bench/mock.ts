import autocannon from 'autocannon'
import { alternate, inWords } from './alternate.ts'
import type { Told } from './bare-server.ts'
import { start } from './child.ts'
import type { Served } from './mock-server.ts'
import { type Settings, settingsIn } from './settings.ts'

// The mock's POST /quotes, everything verified, beside bare Express with one verification and the same answer.

const rate = async (url: string, { headers, body }: Served, settings: Settings): Promise<number> => {
  const { connections, seconds } = settings
  const result = await autocannon({ url, method: 'POST', headers, body, connections, duration: seconds })
  if (result.errors + result.non2xx + result.timeouts > 0) {
    throw new Error(`${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`)
  }
  return result.requests.total / result.duration
}

const compare = async (settings: Settings): Promise<string> => {
  const mock = start('./mock-server.js')
  const bare = start('./bare-server.js')
  try {
    // Messages of our own children.
    const served = (await mock.ask({})) as Served
    const quote = await (await fetch(served.url, { method: 'POST', ...served })).json()
    const told: Told = { ...served, quote }
    const { url } = (await bare.ask(told)) as { url: string }
    const pairs = await alternate(
      () => rate(served.url, served, settings),
      () => rate(url, served, settings),
      settings.pairs,
    )
    return inWords(pairs, { ours: 'mock', peer: 'bare Express, one verification', aim: 0.85 })
  } finally {
    await Promise.all([mock.end(), bare.end()])
  }
}

process.stdout.write(await compare(settingsIn(process.argv.slice(2))))
