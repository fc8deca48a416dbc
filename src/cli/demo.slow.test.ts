import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { command, folder } from './testing/command.ts'

test('the demo judges the mock on one screen, and leaves a report to open', async () => {
  const cwd = await folder()
  const { code, stdout, stderr } = await command(['demo'], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^The reference server runs at http:\/\/127\.0\.0\.1:\d+ /)
  expect(stdout).toContain('No MUST failed among the requirements that could be judged.\n')
  expect(stdout).toContain('\nReport for your browser: reports/demo/report.html\n')
  expect(stdout.split('\n').length).toBeLessThan(24)
  expect(readFileSync(join(cwd, 'reports/demo/report.html'), 'utf8')).toMatch(/^<!doctype html>/i)
  expect(existsSync(join(cwd, 'reports/demo/report.json'))).toBe(true)
  const { baseUrl } = parse(readFileSync(join(cwd, 'reports/demo/op-conformance.yaml'), 'utf8'))
  await expect(fetch(baseUrl)).rejects.toThrow('fetch failed')
})

test('the demo judges nothing if it cannot write to its folder', async () => {
  const cwd = await folder()
  writeFileSync(join(cwd, 'reports'), 'a file')
  const { code, stdout, stderr } = await command(['demo'], { cwd })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(
    /^The target file reports\/demo\/op-conformance\.yaml cannot be written \(.*\); start the demo in a folder that you can write to\n$/,
  )
})
