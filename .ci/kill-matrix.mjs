// The kill matrix in the README. `node .ci/kill-matrix.mjs` runs it in full, and the quick one, writes its figures to
// reports/kill-matrix.json and the summary into the README. With --check it only looks whether both are of the faults
// and checks that there are now. Needs a build.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readme, readmeWith } from './readme.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
const record = join(project, 'reports/kill-matrix.json')
const withSummary = (summary) => readmeWith('kill matrix', 'kill-matrix', summary)

const built = (path) => import(new URL(`../dist/src/${path}`, import.meta.url))

const selftest = (folder, ...options) => {
  const file = join(folder, 'matrix.json')
  const main = join(project, 'dist/src/cli/main.js')
  const args = [main, 'selftest', ...options, '--reporter', `json=${file}`, '--reporter', 'text']
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0 && status !== 1) throw new Error(`selftest ended with ${status}`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

const make = async () => {
  const { recordOf, markdownOf } = await built('selftest/record.js')
  const folder = mkdtempSync(join(tmpdir(), 'op-kill-matrix-'))
  try {
    const further = ['open-payments-1.3'].map((name) => selftest(folder, '--quick', '--profile', name))
    const made = recordOf(selftest(folder), selftest(folder, '--quick'), further)
    writeFileSync(readme, withSummary(markdownOf(made)))
    writeFileSync(record, `${JSON.stringify(made, null, 2)}\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const check = async () => {
  const { fingerprintOf, markdownOf } = await built('selftest/record.js')
  const { groundOf } = await built('cli/selftest/ground.js')
  const recorded = JSON.parse(readFileSync(record, 'utf8'))
  const stale = [
    ...(recorded.fingerprint === fingerprintOf(await groundOf([]))
      ? []
      : ['reports/kill-matrix.json is of other faults or checks than there are']),
    ...(readFileSync(readme, 'utf8') === withSummary(markdownOf(recorded))
      ? []
      : ['the kill matrix in README.md is not that of reports/kill-matrix.json']),
  ]
  for (const each of stale) console.error(`${each}; run \`npm run kill-matrix\``)
  process.exitCode = stale.length === 0 ? 0 : 1
}

await (process.argv.includes('--check') ? check() : make())
