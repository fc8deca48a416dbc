import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'

test('selftest shows which of the selected checks detects a fault, in process and over the wire', async () => {
  const cwd = await folder()
  const { code, stdout, stderr } = await command(
    [
      ...['selftest', '--jobs', '1', '--runs', '1', '--fault', 'without-digest-matches-body'],
      ...['--only', 'content-digest', '--reporter', 'text', '--reporter', 'json=matrix.json'],
    ],
    { cwd },
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('No fault of a MUST survived.')
  expect(stdout).toContain('Over the wire  1 fault tried there too, all alike')
  const { rows, strict } = JSON.parse(readFileSync(join(cwd, 'matrix.json'), 'utf8'))
  expect(rows[0]).toMatchObject({ id: 'without-digest-matches-body', outcome: 'killed' })
  expect(rows[0].killedBy).toContain('content-digest/body-altered')
  expect(strict.repeatable).toBe(true)
})

test('selftest exits with 1 and names a fault of a MUST that the selected checks miss', async () => {
  const { code, stdout } = await command(
    ['selftest', '--jobs', '1', '--runs', '1', '--fault', 'token-in-query-taken', '--only', 'ids'],
    { cwd: await folder() },
  )
  expect(code).toBe(1)
  expect(stdout).toContain('1 fault of a MUST was not killed by a check that cites it: token-in-query-taken.')
})

test('selftest exits with 2 for an unknown fault, and suggests the nearest one', async () => {
  const { code, stderr } = await command(['selftest', '--fault', 'completed-nevr'], { cwd: await folder() })
  expect(code).toBe(2)
  expect(stderr).toContain('did you mean "completed-never"')
})

test('selftest tries a fault under a condition, and exits with 2 if the condition cannot apply', async () => {
  const cwd = await folder()
  const tried = await command(
    [
      ...[
        'selftest',
        '--jobs',
        '1',
        '--runs',
        '1',
        '--fault',
        'without-digest-matches-body@body-with-length',
      ],
      ...['--only', 'content-digest'],
    ],
    { cwd },
  )
  expect(tried.code).toBe(0)
  const refused = await command(['selftest', '--fault', 'get-quote:method:absent@body-empty'], { cwd })
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('"body-empty" cannot apply to the fault "get-quote:method:absent"')
  expect(refused.stderr).toContain('in-single-get')
})
