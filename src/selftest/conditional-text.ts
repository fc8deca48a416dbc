import { conditionalSummaryOf, type DrawnCounts } from './conditional-summary.ts'
import type { Matrix } from './matrix.ts'

/** Kinds of conditions downwards; to the right how faults are made. Each cell is killed/drawn. */
export function conditionalTable({ rows }: Pick<Matrix, 'rows'>): string {
  const { all, byTransformation, byCondition, both, across } = conditionalSummaryOf(rows)
  const makings = Object.keys(byTransformation)
  const lines = [
    ['killed/drawn', ...makings, 'all', 'survived', 'equivalent'],
    ...Object.entries(byCondition).map(([group, counts]) => [
      group,
      ...makings.map((making) => cell(both[group]?.[making])),
      ...figures(counts),
    ]),
    ['all', ...makings.map((making) => cell(byTransformation[making])), ...figures(all)],
  ]
  const widths = (lines[0] ?? []).map((_, place) =>
    Math.max(...lines.map((line) => (line[place] ?? '').length)),
  )
  const table = lines.map((line) =>
    line
      .map((text, place) => (place === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[place] ?? 0)))
      .join('  '),
  )
  return [...table, ...(across.drawn > 0 ? ['', acrossInWords(across)] : [])].join('\n')
}

/** One sentence for the faults that are in no other figure. */
export function acrossInWords(across: DrawnCounts): string {
  return `Counted apart: guards under conditions on what a request is about, answers under conditions on how it is written, and amounts and new tokens beyond the limits of a run: ${across.drawn} drawn, ${across.killed} killed, ${survivedIn(across)} survived.`
}

const figures = (counts: DrawnCounts): string[] => [
  cell(counts),
  String(survivedIn(counts)),
  String(counts.equivalent),
]

/** Killed elsewhere is survived by those that cite it. */
const survivedIn = ({ survived, killedElsewhere }: DrawnCounts): number => survived + killedElsewhere

const cell = (counts: DrawnCounts | undefined): string => (counts ? `${counts.killed}/${counts.drawn}` : '-')
