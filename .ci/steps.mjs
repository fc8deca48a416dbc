// Runs npm scripts one after the other, all of them whatever happens: `node .ci/steps.mjs types lint …`.
// With RESULTS=FOLDER each step's exit code is written to FOLDER/steps.json, where count.mjs finds it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const results = process.env.RESULTS
const steps = []

for (const name of process.argv.slice(2)) {
  const { status } = spawnSync('npm', ['run', '--silent', name], { stdio: 'inherit' })
  steps.push({ name, code: status ?? 1 })
  console.log(status === 0 ? `ok      ${name}` : `failed  ${name}`)
  if (results) {
    mkdirSync(results, { recursive: true })
    writeFileSync(join(results, 'steps.json'), JSON.stringify(steps))
  }
}

process.exitCode = steps.every(({ code }) => code === 0) ? 0 : 1
