// Runs npm scripts one after the other, all of them whatever happens: `node .ci/steps.mjs types lint …`.
// With CI_RESULTS=FOLDER their exit codes are written to FOLDER/steps.json, and a step that runs tests is told
// where their report goes, so that count.mjs can sum up.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const results = process.env.CI_RESULTS
const steps = process.argv.slice(2).map((name) => ({ name, code: 1 }))

const keep = () => {
  if (!results) return
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, 'steps.json'), JSON.stringify(steps))
}

keep()
for (const step of steps) {
  const env = results ? { ...process.env, TEST_REPORT: join(results, `${step.name}.json`) } : process.env
  step.code = spawnSync('npm', ['run', '--silent', step.name], { stdio: 'inherit', env }).status ?? 1
  keep()
}

console.log()
for (const { name, code } of steps) console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
process.exitCode = steps.every(({ code }) => code === 0) ? 0 : 1
