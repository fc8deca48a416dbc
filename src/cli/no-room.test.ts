import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTextFile } from '../core/text-file.ts'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

const run = ['run', 't.yaml', '--only', 'quotes/one-amount', '--out', 'out']

const withTarget = async (): Promise<string> => {
  const cwd = await folder()
  const { target } = await serveMock()
  writeTarget(cwd, target)
  return cwd
}

/** Replaces a file with a link to /dev/full, the Linux device that never has any room, to simulate a full disk. */
const withFull = async (name: string): Promise<string> => {
  const cwd = await withTarget()
  mkdirSync(join(cwd, 'out'))
  symlinkSync('/dev/full', join(cwd, 'out', name))
  return cwd
}

test('a run exits with 2 and says why if the disk has no room for its record', async () => {
  const { code, stderr } = await command(run, { cwd: await withFull('events.ndjson') })
  expect(stderr).toMatch(
    /^The record in out cannot be written \(the disk is full\); what was recorded until then is kept; make room: .*--resume$/m,
  )
  expect(stderr).not.toMatch(/^ {4}at /m)
  expect(code).toBe(2)
})

test('if the disk has no room for a report, the run keeps the record, from which report makes one', async () => {
  const cwd = await withFull('report.json')
  const { code, stderr } = await command(run, { cwd })
  expect(stderr).toContain('for events and report cannot be written (the disk is full); the record is kept')
  expect(code).toBe(2)
  expect(readdirSync(join(cwd, 'out'))).toEqual(['events.ndjson', 'report.json'])
  rmSync(join(cwd, 'out/report.json'))
  const again = await command(['report', 'out/events.ndjson'], { cwd })
  expect(again.stdout).toMatch(/Checks +\d+ passed, 0 failed/)
})

test.each([
  ['a report', [...run, '--reporter', 'json=/dev/full'], 'The report /dev/full'],
  ['test vectors', ['vectors', '--out', '/dev/full'], 'The file /dev/full'],
  ['a folder that can only be read', ['run', 't.yaml', '--out', '/sys/out'], 'The folder /sys/out'],
  [
    'the target file of a mock',
    ['mock', '--port', '0', '--write-target', '/dev/full'],
    'The target file /dev/full',
  ],
])('the error names %s if it cannot be written', async (_, argv, subject) => {
  const { code, stderr } = await command(argv, { cwd: await withTarget() })
  expect(stderr).toContain(`${subject}`)
  expect(stderr).toMatch(
    / cannot be written \((?:the disk is full|permission denied|it can only be read)\); /,
  )
  expect(code).toBe(2)
})

const piped = 'is a pipe or a device, expected a file'

test.each<[argv: string[], fact: string]>([
  [['run', 'pipe'], piped],
  [['doctor', 'pipe'], piped],
  [['tokens', 'pipe'], piped],
  [['matrix', 'pipe'], piped],
  [['sign', 'pipe'], piped],
  [['verify', 'pipe', '--key', 'pipe'], piped],
  [['audit', 'pipe.har', '--base-url', 'http://a.example'], piped],
  [['audit', 'out'], piped],
  [['report', 'out'], piped],
  [['merge', 'out'], piped],
  [['diff', 'pipe', 'pipe'], 'cannot be read'],
  [['verify-bundle', 'pipe', '--key', 'pipe'], 'there is no public Ed25519 key'],
  [['mock', '--client-key', 'pipe'], piped],
  [['mock', '--fixtures', 'pipe'], 'cannot be read'],
  [['run', 't.yaml', '--known-failures', 'pipe'], piped],
  [['run', 't.yaml', '--reporter', 'json=pipe'], 'it is a pipe'],
  [['run', 't.yaml', '--out', 'out'], 'it is a pipe'],
  [['vectors', '--out', 'pipe'], 'it is a pipe'],
  [['mock', '--port', '0', '--write-target', 'pipe'], 'it is a pipe'],
])('a command refuses an idle pipe in place of a file: %j', async (argv, fact) => {
  const cwd = await withTarget()
  mkdirSync(join(cwd, 'out'))
  execFileSync('sh', ['-c', 'mkfifo pipe pipe.har out/events.ndjson'], { cwd })
  const { code, stderr } = await command(argv, { cwd })
  expect(stderr).toContain(fact)
  expect(stderr).not.toMatch(/^ {4}at /m)
  expect(code).toBe(2)
})

test('readTextFile reads /dev/null, and refuses an endless device', async () => {
  expect(await readTextFile('/dev/null')).toBe('')
  await expect(readTextFile('/dev/zero')).rejects.toThrow('neither a file nor a folder')
})
