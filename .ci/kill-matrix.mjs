// The kill matrix in the README. `node .ci/kill-matrix.mjs` runs it in full, and the quick one, writes its figures to
// reports/kill-matrix.json and the summary into the README. With --check it only looks whether both are of the faults
// and checks that there are now. Needs a build.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))
const record = join(project, 'reports/kill-matrix.json')
const readme = join(project, 'README.md')
const begin = '<!-- kill matrix: made by `npm run kill-matrix` -->\n'
const end = '\n<!-- end of kill matrix -->'

const built = (path) => import(new URL(`../dist/src/${path}`, import.meta.url))

/** The text between the markers is replaced; without them there is nowhere to put it. */
const withSummary = (text, summary) => {
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`README.md lacks the lines ${begin}and${end}`)
  return `${before}${begin}${summary}${end}${after}`
}

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
    const made = recordOf(selftest(folder), selftest(folder, '--quick'))
    writeFileSync(readme, withSummary(readFileSync(readme, 'utf8'), markdownOf(made)))
    writeFileSync(record, `${JSON.stringify(made, null, 2)}\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const check = async () => {
  const { fingerprintOf, markdownOf } = await built('selftest/record.js')
  const { groundOf } = await built('cli/selftest/ground.js')
  const recorded = JSON.parse(readFileSync(record, 'utf8'))
  const text = readFileSync(readme, 'utf8')
  const stale = [
    ...(recorded.fingerprint === fingerprintOf(await groundOf([]))
      ? []
      : ['reports/kill-matrix.json is of other faults or checks than there are']),
    ...(text === withSummary(text, markdownOf(recorded))
      ? []
      : ['the kill matrix in README.md is not that of reports/kill-matrix.json']),
  ]
  for (const each of stale) console.error(`${each}; run \`npm run kill-matrix\``)
  process.exitCode = stale.length === 0 ? 0 : 1
}

await (process.argv.includes('--check') ? check() : make())
