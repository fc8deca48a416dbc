import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder } from '../../cli/testing/command.ts'
import { lockFolder } from './report-folder.ts'

const gone = spawnSync(process.execPath, ['-e', '']).pid
const lockBy = (cwd: string, holder: object, age = 0): void => {
  const file = join(cwd, '.running')
  writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname(), id: 'x', ...holder }))
  const then = new Date(Date.now() - age)
  utimesSync(file, then, then)
}

test('a run locks its folder, and unlocks it when it ends', async () => {
  const cwd = await folder()
  const unlock = lockFolder(cwd, 'out')
  expect(() => lockFolder(cwd, 'out')).toThrow(
    /^Another run \(process \d+ on .*\) is writing to out; wait until it ends, or .* --out$/,
  )
  unlock()
  expect(readdirSync(cwd)).toEqual([])
  lockFolder(cwd, 'out')()
})

test.each([
  ['a process that has ended', { pid: gone }, 0],
  ['a process that was killed and whose id is ours now', {}, 0],
  ['a process id that another program has now', { pid: process.ppid }, 60_000],
  ['another machine that is silent', { host: 'elsewhere' }, 60_000],
])('a lock of %s is ignored', async (_, holder, age) => {
  const cwd = await folder()
  lockBy(cwd, holder, age)
  lockFolder(cwd, 'out')()
  expect(existsSync(join(cwd, '.running'))).toBe(false)
})

test.each([
  ['another process', { pid: process.ppid }],
  ['another machine', { host: 'elsewhere' }],
])('a fresh lock of %s is respected', async (_, holder) => {
  const cwd = await folder()
  lockBy(cwd, holder)
  expect(() => lockFolder(cwd, 'out')).toThrow('is writing to out')
})
