// The record of the kill matrix, reports/kill-matrix.json, and its summary in docs/architecture.md.
//   node .ci/kill-matrix.mjs            tries what is not on record: against all checks new faults, and those of a
//                                       requirement that some check newly claims or claims no more; new checks against all
//                                       faults; then the quick matrices
//   node .ci/kill-matrix.mjs --all      tries everything again
//   node .ci/kill-matrix.mjs --quick    only the quick matrices
//   node .ci/kill-matrix.mjs --conditional
//                                       only the faults under conditions
//   node .ci/kill-matrix.mjs --summary   only writes the summary of the record into the document
//   node .ci/kill-matrix.mjs --check    fails if the document does not show the record, or a redundant check has no reason;
//                                       tells how much is not on record yet, which the quick matrix tries in CI
// Needs a build.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { document, documentWith } from './generated.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
const file = join(project, 'reports/kill-matrix.json')
const built = (path) => import(new URL(`../dist/${path}`, import.meta.url))

const { emptyRecord, markdownOf, recordText, staleIn, unexplainedIn, upToDate, withMatrix, withQuick } =
  await built('src/selftest/record.js')
const { conditionalRecordOf } = await built('src/selftest/conditional-record.js')
const { selftestInput } = await built('src/app/selftest/ground.js')
const { kept } = await built('suites/kept.js')
const present = await selftestInput([])

const recorded = () => JSON.parse(readFileSync(file, 'utf8'))
const write = (record) => writeFileSync(file, recordText(record))
const summary = () => documentWith('kill matrix', 'kill-matrix', markdownOf(recorded(), kept))
const several = (option, ids) => ids.flatMap((id) => [option, id])

/** So many faults are tried before the record is written again: an interrupted run keeps the others. */
const share = 50

const sharesOf = (ids) =>
  Array.from({ length: Math.ceil(ids.length / share) }, (_, at) => ids.slice(at * share, (at + 1) * share))

const selftest = (...options) => {
  const folder = mkdtempSync(join(tmpdir(), 'op-kill-matrix-'))
  try {
    const made = join(folder, 'matrix.json')
    const main = join(project, 'dist/src/cli/main.js')
    const { status } = spawnSync(
      process.execPath,
      [main, 'selftest', ...options, '--reporter', `json=${made}`],
      { stdio: 'inherit' },
    )
    if (status !== 0 && status !== 1) throw new Error(`selftest ended with ${status}`)
    return JSON.parse(readFileSync(made, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const make = (begun) => {
  let record = begun
  const { faults, checks } = staleIn(record, present)
  const isStale = new Set(faults)
  const others = present.faults.filter(({ id }) => !isStale.has(id)).map(({ id }) => id)
  const part = (ids, ...options) => {
    record = withMatrix(record, selftest(...several('--fault', ids), ...options), present)
    write(record)
  }
  for (const ids of sharesOf(faults)) part(ids)
  // A check can only be selected by its own id; the start is part of every run.
  const selectable = checks.filter((id) => !id.startsWith('start/'))
  if (selectable.length > 0) for (const ids of sharesOf(others)) part(ids, ...several('--only', selectable))
  write(upToDate(record, present))
}

const makeQuick = () => {
  const quick = ['interface', 'open-payments-1.3'].map((name) => selftest('--quick', '--profile', name))
  write(withQuick(recorded(), quick))
}

const makeConditional = () => {
  const made = ['interface', 'open-payments-1.3'].map((name) => selftest('--conditional', '--profile', name))
  write({ ...recorded(), conditional: made.map(conditionalRecordOf) })
}

const check = () => {
  const { faults, checks, gone } = staleIn(recorded(), present)
  if (faults.length + checks.length + gone.length > 0)
    console.log(
      `reports/kill-matrix.json: ${faults.length} faults and ${checks.length} checks are not on record, ${gone.length} of those on record are gone; \`npm run kill-matrix\` tries them`,
    )
  const wrong = [
    ...(readFileSync(document, 'utf8') === summary()
      ? []
      : [
          'docs/architecture.md does not show reports/kill-matrix.json; run `node .ci/kill-matrix.mjs --summary`',
        ]),
    ...unexplainedIn(recorded(), present, kept).map(
      (id) => `${id} notices nothing alone; delete it, or say in suites/kept.ts why it is kept`,
    ),
  ]
  for (const each of wrong) console.error(each)
  process.exitCode = wrong.length === 0 ? 0 : 1
}

const isGiven = (option) => process.argv.includes(option)

if (isGiven('--check')) check()
else {
  const isPart = ['--summary', '--quick', '--conditional'].some(isGiven)
  if (!isPart) make(isGiven('--all') ? { ...emptyRecord, conditional: recorded().conditional } : recorded())
  if (!isPart || isGiven('--quick')) makeQuick()
  if (isGiven('--conditional')) makeConditional()
  writeFileSync(document, summary())
}
