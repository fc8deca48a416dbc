import { colorsFor } from '../report/text/colors.ts'
import { plural } from '../report/text/plural.ts'
import { conditionalTable } from './conditional-text.ts'
import { type Source, sourceInWords, sources } from './fault.ts'
import type { Matrix, MatrixRow } from './matrix.ts'
import { columnsOfCounts, countsInWords, type OutcomeCounts, type Summary, summaryOf } from './summary.ts'
import { flawsOf } from './verdict-of-matrix.ts'

/** Renders the matrix on a few screens: figures first, then each fault and check that needs attention. */
export function matrixText(matrix: Matrix, { colour = false }: { colour?: boolean } = {}): string {
  const summary = summaryOf(matrix)
  const paint = colorsFor(colour)
  const { survived, unfit, errors } = flawsOf(matrix)
  const isGood = survived.length === 0 && unfit.length === 0 && errors.length === 0
  return `${[
    heading(matrix),
    ...(matrix.mode === 'conditional' ? [conditionalTable(matrix)] : [table(summary)]),
    ...lists(matrix),
    ...errors.map((error) => `error   ${error}`),
    ...unfit.map((check) => `unfit   ${check}: the strict mock does not pass it`),
    facts(matrix, summary),
    paint.strong((isGood ? paint.good : paint.grade.failure)(sentence(matrix))),
  ].join('\n\n')}\n`
}

const heading = ({ rows, columns, mode, profile, seed, harness }: Matrix): string =>
  `kill matrix  ${plural(rows.length, 'fault')}, ${plural(columns.length, 'check')}, ${modes[mode]}, profile ${profile}, seed ${seed}, op-conformance ${harness}`

const modes: Record<Matrix['mode'], string> = {
  full: 'every fault, each against the checks that cite what it breaks',
  quick: 'a sample of faults, each against the checks that cite what it breaks',
  selection: 'a selection',
  conditional: 'faults under conditions, each against the checks that cite what it breaks, then against all',
}

const heads = columnsOfCounts.map((column): [keyof OutcomeCounts, string] => [column, countsInWords[column]])

const table = ({ bySource, all }: Summary): string => {
  const line = (name: string, cells: readonly string[]): string =>
    [name.padEnd(18), ...cells.map((cell, at) => cell.padStart(heads[at]?.[1].length ?? 0))].join('  ')
  const figures = (counts: OutcomeCounts): string[] => heads.map(([key]) => String(counts[key]))
  return [
    line(
      '',
      heads.map(([, head]) => head),
    ),
    ...sources.map((source: Source) => line(sourceInWords[source], figures(bySource[source]))),
    line('all', figures(all)),
  ].join('\n')
}

const lists = ({ rows, columns, mode }: Matrix): string[] => {
  const of = (outcome: MatrixRow['outcome']): MatrixRow[] => rows.filter((row) => row.outcome === outcome)
  const redundant = columns.filter((column) => column.redundant)
  return [
    list('Survived', of('survived').map(lineOf)),
    ...(mode === 'selection' ? [list('Killed', of('killed').map(killedLine))] : []),
    list(
      'Killed elsewhere',
      of('killedElsewhere').map((row) => `${lineOf(row)}\n      by ${row.killedElsewhereBy.join(', ')}`),
    ),
    list(
      'Equivalent: no answer differs',
      of('equivalent').map(({ id, because }) => `${id}: ${because}`),
    ),
    list(
      'Waiting for a check',
      of('notCovered').map(({ id, because }) => `${id}: ${because}`),
    ),
    list(
      'Redundant: what these checks notice, others notice too',
      redundant.map(({ id, detects, kept }) => `${id} (${detects}): ${kept ?? 'no reason is recorded'}`),
    ),
  ].filter((text) => text !== '')
}

const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [`${title} (${lines.length})`, ...lines.map((line) => `  ${line}`)].join('\n')

const lineOf = ({ id, level, breaks, says, held }: MatrixRow): string =>
  `${id}\n      [${level} ${breaks}] ${says}${held === undefined ? '' : `; ${heldIn(held)}`}`

const killedLine = ({ id, killedBy }: MatrixRow): string => `${id}\n      by ${killedBy.join(', ')}`

const heldIn = (held: number): string =>
  held === 0 ? 'which no request of the checks met' : `which held ${plural(held, 'time')}`

const facts = ({ wire, strict, exchanges, milliseconds }: Matrix, { all, redundant }: Summary): string => {
  const statuses = Object.values(strict.statuses)
  const passed = statuses.filter((status) => status === 'passed').length
  const same = wire.otherwise.length === 0 ? 'all alike' : `otherwise: ${wire.otherwise.join(', ')}`
  const again = strict.repeatable ? 'answered alike twice' : 'not answered alike twice'
  return [
    `Strict mock   passes ${passed} of ${plural(statuses.length, 'check')}, ${again}`,
    `Over the wire ${plural(wire.faults, 'fault')} tried there too, ${same}`,
    `Shares        ${share(all.killed, all.faults)} killed, ${share(all.killedElsewhere, all.faults)} killed elsewhere, ${share(all.equivalent, all.faults)} equivalent`,
    `Redundant     ${plural(redundant.kept.length, 'check')} kept with a reason, ${redundant.unexplained.length} without`,
    `Time          ${Math.round(milliseconds / 1000)} s, ${plural(exchanges, 'request')}`,
  ].join('\n')
}

const share = (some: number, all: number): string =>
  all === 0 ? 'none' : `${((100 * some) / all).toFixed(1)} %`

const sentence = (matrix: Matrix): string => {
  const { survived, unfit, errors } = flawsOf(matrix)
  if (unfit.length > 0 || errors.length > 0)
    return 'The harness or the mock is at fault: the figures count for little.'
  if (survived.length === 0) return 'No fault of a MUST survived.'
  return `${plural(survived.length, 'fault')} of a MUST ${survived.length === 1 ? 'was' : 'were'} not killed by a check that cites it: ${survived.map(({ id }) => id).join(', ')}.`
}
