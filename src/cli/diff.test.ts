import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

/** Runs one check against two mocks, of which the second has a fault. The reports are in a/ and b/. */
const twoRuns = async (): Promise<string> => {
  const cwd = await folder()
  for (const [out, faults] of [
    ['a', []],
    ['b', ['without-token-known']],
  ] as const) {
    writeTarget(cwd, (await serveMock({ faults })).target)
    await command(['run', 't.yaml', '--only', 'tokens/unknown', '--out', out], { cwd })
  }
  return cwd
}

test('diff exits with 1 only if the server got worse, and with 3 if the second run did not finish', async () => {
  const cwd = await twoRuns()
  const diff = (a: string, b: string) => command(['diff', `${a}/report.json`, `${b}/report.json`], { cwd })
  const [same, worse, better] = [await diff('a', 'a'), await diff('a', 'b'), await diff('b', 'a')]
  expect([same, worse, better].map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [1, ''],
    [0, ''],
  ])
  expect(worse.stdout).toMatch(/^first {3}mock at http:\S+, profile interface, seed 1, op-conformance /)
  expect(worse.stdout).toMatch(
    /\nworse, by the target \(1\)\n {2}MUST token\.known\n.*tokens\/unknown: expected/,
  )
  expect(better.stdout).toContain('\nbetter, by the target (1)\n')
  const report = JSON.parse(readFileSync(join(cwd, 'a/report.json'), 'utf8'))
  writeFileSync(join(cwd, 'a/report.json'), JSON.stringify({ ...report, outcome: 'interrupted' }))
  expect(await diff('a', 'a')).toMatchObject({ code: 3 })
})

test('a run prints its differences from --baseline, on standard error beside a JSON report', async () => {
  const cwd = await twoRuns()
  const again = ['run', 't.yaml', '--only', 'tokens/unknown', '--out', 'b', '--baseline', 'a/report.json']
  const block = (text: string): string => text.slice(text.indexOf('first   mock')).replace(/, \S+Z$/gm, '')
  const plain = await command(again, { cwd })
  const diff = await command(['diff', 'a/report.json', 'b/report.json'], { cwd })
  const json = await command([...again, '--reporter', 'json'], { cwd })
  expect(block(plain.stdout)).toBe(block(diff.stdout))
  expect(JSON.parse(json.stdout)).toMatchObject({ exitCode: 1 })
  expect(json.stderr).toContain('\nworse, by the target (1)\n')
  expect(await command([...again, '--baseline', 'no.json'], { cwd })).toMatchObject({ code: 2 })
})

test('diff refuses a report that it cannot read', async () => {
  const cwd = await folder()
  expect(await command(['diff', 'a.json', 'b.json'], { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'a.json: the file cannot be read; give the report.json of a run\n',
  })
})
