import { createHash } from 'node:crypto'
import { plural } from '../report/plural.ts'
import { type Fault, sourceInWords, sources } from './fault.ts'
import type { Matrix } from './matrix.ts'
import { type Counts, type Summary, summaryOf } from './summary.ts'
import { flawsOf } from './verdict-of-matrix.ts'

/** What is kept of a full matrix, to be read in the README: figures, and what they are of. */
export interface MatrixRecord extends Omit<Summary, 'redundant'> {
  /** Checks that alone notice nothing, by id. Why they are kept is not part of it: that may be written afterwards. */
  redundant: string[]
  /** Of those missed or blamed elsewhere, the faults of a MUST, by id. */
  missedMust: string[]
  /** Of the faults and checks that were tried: another one means that the figures are stale. */
  fingerprint: string
  harness: string
  seed: number
  runs: number
  checks: number
  wire: Matrix['wire']
  requests: number
  seconds: { full: number; quick: number }
  /** Quick matrices under further profiles. */
  further: QuickRecord[]
}

/** What is kept of a quick matrix. */
interface QuickRecord {
  profile: string
  checks: number
  all: Counts
  /** By id. */
  missed: string[]
  blamed: string[]
  seconds: number
}

interface Tried {
  faults: ReadonlyArray<Pick<Fault, 'id' | 'breaks' | 'source'>>
  checks: ReadonlyArray<{ id: string }>
}

export const fingerprintOf = ({ faults, checks }: Tried): string => {
  const lines = [
    ...faults.map(({ id, breaks, source }) => `fault ${id} ${breaks} ${source}`),
    ...checks.map(({ id }) => `check ${id}`),
  ]
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

/** `full` has to be every fault against every check. */
export const recordOf = (full: Matrix, quick: Matrix, further: readonly Matrix[] = []): MatrixRecord => ({
  ...summaryOf(full),
  redundant: full.columns.filter(({ redundant }) => redundant).map(({ id }) => id),
  missedMust: flawsOf(full).missed.map(({ id }) => id),
  fingerprint: fingerprintOf({ faults: full.rows, checks: full.columns }),
  harness: full.harness,
  seed: full.seed,
  runs: full.runs,
  checks: full.columns.length,
  wire: full.wire,
  requests: full.exchanges,
  seconds: { full: secondsOf(full), quick: secondsOf(quick) },
  further: further.map(quickRecordOf),
})

const quickRecordOf = (quick: Matrix): QuickRecord => {
  const { all, missed, blamed } = summaryOf(quick)
  const { profile, columns } = quick
  return { profile, checks: columns.length, all, missed, blamed, seconds: secondsOf(quick) }
}

const secondsOf = ({ milliseconds }: Matrix): number => Math.round(milliseconds / 1000)

const heads: ReadonlyArray<keyof Counts> = ['faults', 'noticed', 'blamed', 'missed', 'equivalent', 'waiting']

/** The redundant checks that are there without a reason. */
export const unexplainedIn = ({ redundant }: MatrixRecord, kept: Kept): string[] =>
  redundant.filter((id) => kept[id] === undefined)

/** By check, why it is kept though it is redundant. */
type Kept = Readonly<Record<string, string>>

/** The record as a paragraph and a table of Markdown. */
export const markdownOf = (record: MatrixRecord, kept: Kept): string => {
  const { all, bySource, checks, seconds, missed, missedMust, redundant, wire, seed, runs, further } = record
  const line = (name: string, counts: Counts): string =>
    `| ${[name, ...heads.map((head) => counts[head])].join(' | ')} |`
  return [
    `| | ${heads.join(' | ')} |`,
    `|---|${heads.map(() => '---:|').join('')}`,
    ...sources.map((source) => line(sourceInWords[source], bySource[source])),
    line('**all**', all),
    '',
    `${plural(all.faults, 'fault')} against ${plural(checks, 'check')}, seed ${seed}, ${plural(runs, 'generated case')} a property, in ${seconds.full} s on two cores; \`--quick\` in ${seconds.quick} s.`,
    `${plural(wire.faults, 'fault')} tried over the wire too, ${wire.otherwise.length} of them otherwise than in process.`,
    `Missed: ${listed(missed)}; of a MUST: ${listed(missedMust)}.`,
    `Redundant, as what they notice others notice too: ${plural(redundant.length, 'check')}, ${redundant.length - unexplainedIn(record, kept).length} of them kept for a written reason.`,
    ...further.map(quickLine),
  ].join('\n')
}

const listed = (ids: readonly string[]): string =>
  ids.length === 0 ? 'none' : ids.map((id) => `\`${id}\``).join(', ')

const quickLine = ({ profile, checks, all, seconds }: QuickRecord): string =>
  `Under \`${profile}\`, \`--quick\`: ${plural(all.faults, 'fault')} against ${plural(checks, 'check')}, ${all.noticed} noticed, ${all.blamed} blamed elsewhere, ${all.missed} missed, in ${seconds} s.`
