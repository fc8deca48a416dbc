import { plural } from '../../report/counts.ts'
import { conditionalLines } from '../conditional/conditional-summary.ts'
import { sourceInWords, sources } from '../fault.ts'
import { columnsOf } from '../matrix.ts'
import { columnsOfCounts, countsInWords, type OutcomeCounts, type Summary, summaryOf } from '../summary.ts'
import type { MatrixRecord, Present, QuickRecord } from './record.ts'

/** Reasons to keep redundant checks, by check. */
type KeptReasons = Readonly<Record<string, string>>

const summaryIn = ({ rows, checks }: MatrixRecord, kept: KeptReasons): Summary => {
  const columns = Object.keys(checks).map((id) => ({ id, title: id }))
  return summaryOf({ rows, columns: columnsOf({ checks: columns, mode: 'full', kept }, rows) })
}

const isComplete = ({ rows, faults }: MatrixRecord): boolean => rows.length >= faults

/**
 * Returns the redundant checks that no recorded reason keeps. Returns none while a fault is missing from the record.
 */
export function unexplainedIn(record: MatrixRecord, { checks }: Present, kept: KeptReasons): string[] {
  if (!isComplete(record)) return []
  const isThere = new Set(checks.map(({ id }) => id))
  return summaryIn(record, kept).redundant.unexplained.filter((id) => isThere.has(id))
}

/** Renders the record as a paragraph and a table in Markdown. */
export function markdownOf(record: MatrixRecord, kept: KeptReasons): string {
  const { rows, checks, seed, runs, seconds, requests, quick } = record
  const { all, bySource, survived, redundant } = summaryIn(record, kept)
  const isMust = new Set(rows.filter(({ level }) => level === 'MUST').map(({ id }) => id))
  const line = (name: string, counts: OutcomeCounts): string =>
    `| ${[name, ...columnsOfCounts.map((column) => counts[column])].join(' | ')} |`
  const there = rows.filter(({ overTheWire }) => overTheWire !== undefined)
  const otherwise = there.filter(({ overTheWire }) => overTheWire === 'otherwise')
  const alone = redundant.kept.length + redundant.unexplained.length
  return [
    `| | ${columnsOfCounts.map((column) => countsInWords[column]).join(' | ')} |`,
    `|---|${columnsOfCounts.map(() => '---:|').join('')}`,
    ...sources.map((source) => line(sourceInWords[source], bySource[source])),
    line('**all**', all),
    '',
    `${isComplete(record) ? '' : `${all.faults} of `}${plural(record.faults, 'fault')} against ${plural(Object.keys(checks).length, 'check')}, seed ${seed}, ${plural(runs, 'generated case')} per property: ${plural(requests, 'request')}, ${seconds} s on two cores.`,
    `${plural(there.length, 'fault')} tried over the wire too, ${otherwise.length} with another outcome than in process.`,
    `Survived: ${listed(survived)}; of a MUST: ${listed(survived.filter((id) => isMust.has(id)))}.`,
    isComplete(record)
      ? `Redundant, because other checks notice the same faults: ${plural(alone, 'check')}, ${redundant.kept.length} of them kept for a written reason.`
      : 'Which checks are redundant is only known once every fault is on record.',
    ...quick.map(quickLine),
    ...(record.conditional ?? []).flatMap(conditionalLines),
  ].join('\n')
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.map((id) => `\`${id}\``).join(', ')

const quickLine = ({ profile, checks, all, seconds }: QuickRecord): string =>
  `Under \`${profile}\`, \`--quick\`: ${plural(all.faults, 'fault')} against ${plural(checks, 'check')}, ${all.killed} killed, ${all.killedElsewhere} killed elsewhere, ${all.survived} survived, in ${seconds} s.`
