// The kill matrix in the README. `node .ci/kill-matrix.mjs` runs it in full, and the quick one, writes its figures to
// reports/kill-matrix.json and the summary into the README. With --readme it writes the summary of that record anew.
// With --check it only looks whether both are of the faults and checks that there are now, and whether every redundant
// check is kept for a reason. Needs a build.
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
  const { recordOf } = await built('selftest/record.js')
  const folder = mkdtempSync(join(tmpdir(), 'op-kill-matrix-'))
  try {
    const further = ['open-payments-1.3'].map((name) => selftest(folder, '--quick', '--profile', name))
    const made = recordOf(selftest(folder), selftest(folder, '--quick'), further)
    writeFileSync(record, `${JSON.stringify(made, null, 2)}\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const recorded = () => JSON.parse(readFileSync(record, 'utf8'))

const toBeRead = async () => {
  const { markdownOf } = await built('selftest/record.js')
  const { kept } = await built('../suites/kept.js')
  return withSummary(markdownOf(recorded(), kept))
}

const check = async () => {
  const { fingerprintOf, unexplainedIn } = await built('selftest/record.js')
  const { groundOf } = await built('cli/selftest/ground.js')
  const ground = await groundOf([])
  const wrong = [
    ...(recorded().fingerprint === fingerprintOf(ground)
      ? []
      : ['reports/kill-matrix.json is of other faults or checks than there are; run `npm run kill-matrix`']),
    ...(readFileSync(readme, 'utf8') === (await toBeRead())
      ? []
      : [
          'the kill matrix in README.md is not that of reports/kill-matrix.json; run `node .ci/kill-matrix.mjs --readme`',
        ]),
    ...unexplainedIn(recorded(), ground.kept).map(
      (id) => `${id} notices nothing alone; delete it, or say in suites/kept.ts why it is kept`,
    ),
  ]
  for (const each of wrong) console.error(each)
  process.exitCode = wrong.length === 0 ? 0 : 1
}

if (process.argv.includes('--check')) await check()
else {
  if (!process.argv.includes('--readme')) await make()
  writeFileSync(readme, await toBeRead())
}
