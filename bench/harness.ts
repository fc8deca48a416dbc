import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seeded } from '../mock/core/random.ts'
import { createMock } from '../mock/server/server.ts'
import { targetFile } from '../mock/server/target-file.ts'
import { alternate, inWords } from './alternate.ts'
import { type Child, start } from './child.ts'
import { type Settings, settingsIn } from './settings.ts'

// The harness's exchanges, judged and written down, beside a loop that signs a request and sends it.

/** The file that the mock would write, so that there are as many secrets to keep as in a full run. */
const targetAt = (url: string): string => {
  const mock = createMock({ publicUrl: url, now: Date.now, random: seeded(1) })
  return targetFile(mock, { url, close: async () => {} })
}

const compare = async (settings: Settings): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'op-conformance-bench-'))
  const file = join(folder, 'target.yaml')
  const server = start('./quote-server.js')
  const harness = start('./harness-load.js')
  const loop = start('./loop-load.js')
  const rate = (child: Child) => async () => Number(await child.ask({ ...settings, file }))
  try {
    const { url } = (await server.ask({})) as { url: string }
    writeFileSync(file, targetAt(url))
    const pairs = await alternate(rate(harness), rate(loop), settings.pairs)
    return inWords(pairs, { ours: 'harness', peer: 'sign and send', aim: 0.9 })
  } finally {
    await Promise.all([harness.end(), loop.end()])
    await server.end()
    rmSync(folder, { recursive: true })
  }
}

process.stdout.write(await compare(settingsIn(process.argv.slice(2))))
