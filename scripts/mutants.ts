// Tries the mutants, writes the figures and the survivors to reports/mutants.json and the summary into docs/architecture.md.
//   npm run mutants:record -- [options of dist/mutation/main.js]
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { markdownOf } from '../mutation/record.ts'
import { document, documentWith } from './generated.ts'

const record = 'reports/mutants.json'

const args = ['dist/mutation/main.js', ...process.argv.slice(2), '--json', record]
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
if (status !== 0) throw new Error(`the mutants ended with ${status}`)
const made = markdownOf(JSON.parse(readFileSync(record, 'utf8')))
writeFileSync(document, documentWith('mutants', 'mutants:record', made))
