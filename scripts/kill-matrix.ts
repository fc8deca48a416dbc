// The record of the kill matrix, reports/kill-matrix.json, and its summary in docs/architecture.md.
//   npm run kill-matrix                    tries what is not on record: new faults, and those of a requirement that some
//                                          check newly claims or no longer claims; new checks against the faults of what they
//                                          claim; then the quick matrices
//   npm run kill-matrix -- --all           tries everything again
//   npm run kill-matrix -- --quick         only the quick matrices
//   npm run kill-matrix -- --conditional   only the faults under conditions
//   npm run kill-matrix -- --summary       only writes the summary of the record into the document
//   npm run kill-matrix:fresh              (--check) fails if the document does not show the record, or a redundant check
//                                          has no reason; prints how much is not on record yet, which the quick matrix tries

import { readFileSync, writeFileSync } from 'node:fs'
import { selftestInput } from '../src/app/selftest/selftest-input.ts'
import { conditionalRecordOf } from '../src/selftest/conditional/conditional-summary.ts'
import {
  emptyRecord,
  type MatrixRecord,
  staleIn,
  upToDate,
  withMatrix,
  withQuick,
} from '../src/selftest/record/record.ts'
import { markdownOf, unexplainedIn } from '../src/selftest/record/record-summary.ts'
import { recordIn, recordText } from '../src/selftest/record/record-text.ts'
import { redundantChecks } from '../suites/redundant-checks.ts'
import { document, documentWith } from './generated.ts'
import { selftest } from './selftest.ts'

const file = 'reports/kill-matrix.json'
const present = await selftestInput([])

const recorded = (): MatrixRecord => recordIn(readFileSync(file, 'utf8'))
const write = (record: MatrixRecord): void => writeFileSync(file, recordText(record))
const summary = (): string =>
  documentWith('kill matrix', 'kill-matrix', markdownOf(recorded(), redundantChecks))
const several = (option: string, ids: readonly string[]): string[] => ids.flatMap((id) => [option, id])

/**
 * The number of faults that are tried before the record is written again, so that an interrupted run keeps the earlier
 * ones. Each share first sends everything to the strict mock.
 */
const share = 100

const sharesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / share) }, (_, at) => ids.slice(at * share, (at + 1) * share))

const make = (begun: MatrixRecord): void => {
  let record = begun
  const { faults, checks } = staleIn(record, present)
  const isStale = new Set(faults)
  const part = (ids: readonly string[], ...options: string[]): void => {
    record = withMatrix(record, selftest(...several('--fault', ids), ...options), present)
    write(record)
  }
  for (const ids of sharesOf(faults)) part(ids)
  // A check can only be selected by its own id; the start is part of every run.
  const selectable = present.checks.filter(({ id }) => checks.includes(id) && !id.startsWith('start/'))
  const claimed = new Set(selectable.flatMap(({ claims }) => claims))
  const others = present.faults.filter(({ id, breaks }) => !isStale.has(id) && claimed.has(breaks))
  for (const ids of sharesOf(others.map(({ id }) => id)))
    part(
      ids,
      ...several(
        '--only',
        selectable.map(({ id }) => id),
      ),
    )
  write(upToDate(record, present))
}

const makeQuick = (): void => {
  const quick = ['interface', 'open-payments-1.3'].map((name) => selftest('--quick', '--profile', name))
  write(withQuick(recorded(), quick))
}

const makeConditional = (): void => {
  const made = ['interface', 'open-payments-1.3'].map((name) => selftest('--conditional', '--profile', name))
  write({ ...recorded(), conditional: made.map(conditionalRecordOf) })
}

const check = (): void => {
  const { faults, checks, gone } = staleIn(recorded(), present)
  if (faults.length + checks.length + gone.length > 0)
    console.log(
      `reports/kill-matrix.json: ${faults.length} faults and ${checks.length} checks are not on record, ${gone.length} of those on record are gone; \`npm run kill-matrix\` tries them`,
    )
  const wrong = [
    ...(readFileSync(document, 'utf8') === summary()
      ? []
      : [
          'docs/architecture.md does not show reports/kill-matrix.json; run `npm run kill-matrix -- --summary`',
        ]),
    ...unexplainedIn(recorded(), present, redundantChecks).map(
      (id) =>
        `${id} detects nothing that no other check detects; delete it, or say in suites/redundant-checks.ts why it is kept`,
    ),
  ]
  for (const each of wrong) console.error(each)
  process.exitCode = wrong.length === 0 ? 0 : 1
}

const isGiven = (option: string): boolean => process.argv.includes(option)

if (isGiven('--check')) check()
else {
  const isPart = ['--summary', '--quick', '--conditional'].some(isGiven)
  if (!isPart) make(isGiven('--all') ? { ...emptyRecord, conditional: recorded().conditional } : recorded())
  if (!isPart || isGiven('--quick')) makeQuick()
  if (isGiven('--conditional')) makeConditional()
  writeFileSync(document, summary())
}
