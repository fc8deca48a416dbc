// The mutation score in docs/architecture.md. `node .ci/mutants.mjs` tries the mutants, writes the figures and the survivors to
// reports/mutants.json and the summary into the README; options go to dist/mutation/main.js. Needs a build.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { document, documentWith } from './generated.mjs'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const record = at('reports/mutants.json')

const args = [at('dist/mutation/main.js'), ...process.argv.slice(2), '--json', record]
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
if (status !== 0) throw new Error(`the mutants ended with ${status}`)
const { markdownOf } = await import('../dist/mutation/record.js')
const made = markdownOf(JSON.parse(readFileSync(record, 'utf8')))
writeFileSync(document, documentWith('mutants', 'mutants:record', made))
