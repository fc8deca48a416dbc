import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

const fault = 'without-digest-matches-body'
const now = () => new Date('2026-06-01T12:00:00Z')

test('--write-known-failures dates its entries, and the next run passes with them', async () => {
  const cwd = await folder()
  writeTarget(cwd, (await serveMock({ faults: [fault] })).target)
  const whole = ['run', 't.yaml', '--runs', '1', '--write-known-failures', 'known.yaml']
  const first = await command(whole, { cwd, now })
  expect(first.code).toBe(1)
  expect(first.stderr).toMatch(/^wrote known\.yaml: \d+ known failures?$/m)
  expect(readFileSync(join(cwd, 'known.yaml'), 'utf8')).toContain('until: 2026-08-30')
  writeTarget(cwd, (await serveMock({ faults: [fault] })).target)
  const second = await command([...whole, '--known-failures', 'known.yaml'], { cwd, now })
  expect(second.stdout).toContain('No MUST failed except known failures')
  expect(second.code).toBe(0)
})
