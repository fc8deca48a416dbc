import { conditionalSummaryOf, type DrawnCounts } from './conditional-summary.ts'
import type { Matrix } from './matrix.ts'

/** Renders kinds of conditions as rows and transformations as columns. Each cell is killed/drawn. */
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

/** Returns a sentence on the faults that no other figure includes. */
export function acrossInWords(across: DrawnCounts): string {
  return `Counted apart: guards under conditions on what a request is about, answers under conditions on how it is written, and amounts and new tokens beyond the limits of a run: ${across.drawn} drawn, ${across.killed} killed, ${survivedIn(across)} survived.`
}

const figures = (counts: DrawnCounts): string[] => [
  cell(counts),
  String(survivedIn(counts)),
  String(counts.equivalent),
]

/** Faults killed elsewhere count as survivors, because the checks that cite their requirement missed them. */
const survivedIn = ({ survived, killedElsewhere }: DrawnCounts): number => survived + killedElsewhere

const cell = (counts: DrawnCounts | undefined): string => (counts ? `${counts.killed}/${counts.drawn}` : '-')
