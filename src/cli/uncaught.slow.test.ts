import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folderWith } from '../target-file/testing/folder.ts'
import { command } from './testing/command.ts'
import { now, only, scene, wait } from './testing/granting.ts'
import { start } from './testing/process.ts'
import { eventsIn } from './testing/record.ts'

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url))

/** The command line with a planted mistake, which shows when the process gets SIGUSR2. */
const mistaken = (mistake: string): string[] => [
  process.execPath,
  '--import',
  `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${mistake} })`)}`,
  main,
]

test.each([
  ['an error that nobody catches', "setTimeout(() => { throw new Error('a \\u001b[2Jmistake') })"],
  ['a rejection that nobody handles', "void Promise.reject(new Error('a \\u001b[2Jmistake'))"],
])('%s ends a run with 4, and its record is kept', async (_, mistake) => {
  const cwd = await folderWith({})
  await start(['mock', '--port', '0', '--write-target', 't.yaml'], { cwd }).saysAside(/^ready at (\S+)$/m)
  const run = start(['run', 't.yaml'], { cwd, command: mistaken(mistake) })
  const record = join(cwd, 'reports/mock/events.ndjson')
  const isUnderWay = (): boolean =>
    existsSync(record) && readFileSync(record, 'utf8').includes('"type":"verdict"')
  while (!isUnderWay()) await setTimeout(20)
  run.send('SIGUSR2')
  expect(await run.ended).toBe(4)
  expect(run.stderr()).toContain(
    'op-conformance itself failed; please report this:\nError: a \\u{1b}[2Jmistake\n    at ',
  )
  expect(eventsIn(record).at(-1)).toMatchObject({ type: 'end', outcome: 'interrupted' })
})

test('a command that waits for something that never comes says so and ends with 4', async () => {
  const cwd = await folderWith({ 't.yaml': 'version: 1\n' })
  const never = `import fs from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module'
    const { readFile } = fs
    fs.readFile = (path, ...more) => String(path).endsWith('t.yaml') ? new Promise(() => {}) : readFile(path, ...more)
    syncBuiltinESMExports()`
  const importing = `data:text/javascript,${encodeURIComponent(never)}`
  const plan = start(['plan', 't.yaml'], { cwd, command: [process.execPath, '--import', importing, main] })
  expect(await plan.ended).toBe(4)
  expect(plan.stderr()).toContain('the command waits for something that never comes')
})

test('after an error that nobody catches, a run revokes its tokens and shows none of them', async () => {
  const { cwd, alive, values } = await scene()
  const interrupted = new AbortController()
  let told: (error: unknown) => void = () => undefined
  const world = {
    cwd,
    env: process.env,
    now: () => new Date(now()),
    wait,
    signal: interrupted.signal,
    uncaught: (tell: typeof told) => {
      told = tell
    },
  }
  const ran = command(['run', 't.yaml', ...only('*')], world)
  while (alive() === 0) await setTimeout(5)
  const [token = ''] = values()
  await setTimeout(200)
  told(new Error(`a mistake with ${token}`))
  interrupted.abort()
  const { code, stderr } = await ran
  expect([code, alive()]).toEqual([4, 0])
  expect(stderr).toContain('Error: a mistake with ')
  expect(stderr).not.toContain(token)
})
