import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const steps = fileURLToPath(new URL('steps.mjs', import.meta.url))

const project = (scripts) => {
  const path = mkdtempSync(join(tmpdir(), 'steps-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  writeFileSync(join(path, 'package.json'), JSON.stringify({ scripts }))
  return path
}

test('every step runs although one before it fails, and the exit code says that one did', () => {
  const cwd = project({ good: 'true', bad: 'exit 3', report: 'echo "[]" > "$TEST_REPORT"' })
  const env = { ...process.env, CI_RESULTS: join(cwd, 'results') }
  const { status } = spawnSync(process.execPath, [steps, 'bad', 'good', 'report'], { cwd, env })
  expect(status).toBe(1)
  expect(JSON.parse(readFileSync(join(cwd, 'results/steps.json'), 'utf8'))).toEqual([
    { name: 'bad', code: 3 },
    { name: 'good', code: 0 },
    { name: 'report', code: 0 },
  ])
  expect(readFileSync(join(cwd, 'results/report.json'), 'utf8')).toBe('[]\n')
})

test('steps that all pass give exit code 0 and write nothing unless asked', () => {
  const cwd = project({ good: 'true' })
  const { CI_RESULTS: _, ...env } = process.env
  expect(spawnSync(process.execPath, [steps, 'good'], { cwd, env }).status).toBe(0)
})
