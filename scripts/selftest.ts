import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Matrix } from '../src/selftest/matrix.ts'

/** Runs the selftest of the built command line with these options, and returns its matrix. */
export function selftest(...options: readonly string[]): Matrix {
  const folder = mkdtempSync(join(tmpdir(), 'op-selftest-'))
  try {
    const made = join(folder, 'matrix.json')
    const args = ['dist/src/cli/main.js', 'selftest', ...options, '--reporter', `json=${made}`]
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    if (status !== 0 && status !== 1) throw new Error(`selftest ended with ${status}`)
    return JSON.parse(readFileSync(made, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
