import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seeded } from '../mock/core/random.ts'
import { createMock } from '../mock/server/server.ts'
import { targetFile } from '../mock/server/target-file.ts'
import { alternate, ratiosOf } from './alternate.ts'
import { type Child, start } from './child.ts'
import type { Comparison } from './comparison.ts'
import type { Settings } from './settings.ts'

/** The target file that the mock would write, with as many secrets as in a full run. */
export function targetAt(url: string): string {
  const mock = createMock({ publicUrl: url, now: Date.now, random: seeded(1) })
  return targetFile(mock, { url, close: async () => {} })
}

const compare = async (settings: Settings): Promise<number[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'op-conformance-bench-'))
  const file = join(folder, 'target.yaml')
  const server = start('./quote-server.js')
  const harness = start('./harness-load.js')
  const loop = start('./loop-load.js')
  const rate = (child: Child) => async () => Number(await child.ask({ ...settings, file }))
  try {
    const { url } = (await server.ask({})) as { url: string }
    writeFileSync(file, targetAt(url))
    return ratiosOf(await alternate(rate(harness), rate(loop), settings.pairs))
  } finally {
    await Promise.all([harness.end(), loop.end()])
    await server.end()
    rmSync(folder, { recursive: true })
  }
}

export const harnessBesideLoop: Comparison = {
  id: 'harness',
  title: 'harness, one exchange / sign and send',
  aim: { atLeast: 0.8 },
  recorded: { median: 0.33, better: 'higher' },
  measure: compare,
}
