import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

/**
 * Returns the folder of a run that found something. Afterwards its target file is changed to get a token from a
 * command, which leaves a mark when it runs.
 */
const foreignRun = async () => {
  const cwd = await folder()
  const { url, target } = await serveMock({ faults: ['without-token-known'] })
  writeTarget(cwd, target)
  await command(['run', 't.yaml', '--only', 'tokens/unknown', '--out', 'out'], { cwd })
  const { tokens, ...rest } = parse(readFileSync(join(cwd, 't.yaml'), 'utf8'))
  const mark = "require('node:fs').writeFileSync('ran', ''); console.log(process.argv[1])"
  const full = { command: [process.execPath, '-e', mark, tokens.full] }
  writeTarget(cwd, { ...rest, tokens: { ...tokens, full } })
  const exchanges = async (): Promise<number> =>
    Object(await (await fetch(`${url}/_control/exchanges`)).json()).exchanges.length
  return { cwd, exchanges, hasRun: () => existsSync(join(cwd, 'ran')) }
}

test('a command that only reads a foreign report runs none of its commands and sends nothing', async () => {
  const { cwd, exchanges, hasRun } = await foreignRun()
  const before = await exchanges()
  const told: Record<string, number> = {}
  for (const argv of [
    ['report', 'out/report.json'],
    ['diff', 'out/report.json', 'out/report.json'],
    ['verify', 'out/report.json', 'tokens/unknown'],
    ['merge', 'out', '--out', 'merged'],
  ])
    told[argv[0] ?? ''] = (await command(argv, { cwd })).code
  expect(told).toEqual({ report: 0, diff: 0, verify: 3, merge: 3 })
  expect([hasRun(), await exchanges()]).toEqual([false, before])
})

test('replay runs the commands of the target file that a report names', async () => {
  const { cwd, hasRun } = await foreignRun()
  const { code } = await command(['replay', 'out/report.json', 'tokens/unknown'], { cwd })
  expect([code, hasRun()]).toEqual([1, true])
})
