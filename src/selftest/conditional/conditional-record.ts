import { plural } from '../../report/counts.ts'
import type { Matrix } from '../matrix.ts'
import { flawsOf } from '../verdict-of-matrix.ts'
import {
  acrossInWords,
  type ConditionalSummary,
  conditionalSummaryOf,
  type DrawnCounts,
} from './conditional-summary.ts'

/** The recorded part of a matrix of faults under conditions. */
export interface ConditionalRecord extends ConditionalSummary {
  profile: string
  seed: number
  checks: number
  /** Ids of faults of a MUST. `neverHeld`: survivors whose condition no request of the checks met. */
  survived: string[]
  neverHeld: string[]
  seconds: number
}

export function conditionalRecordOf(matrix: Matrix): ConditionalRecord {
  const { survived } = flawsOf(matrix)
  return {
    profile: matrix.profile,
    seed: matrix.seed,
    checks: matrix.columns.length,
    ...conditionalSummaryOf(matrix.rows),
    survived: survived.map(({ id }) => id),
    neverHeld: survived.filter(({ held }) => held === 0).map(({ id }) => id),
    seconds: Math.round(matrix.milliseconds / 1000),
  }
}

/**
 * Renders the faults under conditions, apart from the plain ones, as Markdown: one row per transformation, by outcome.
 */
export function conditionalLines(conditional: ConditionalRecord): string[] {
  const { profile, checks, seed, seconds, all, across, byTransformation, survived, neverHeld } = conditional
  const line = (
    name: string,
    { drawn, killed, killedElsewhere, survived: unseen, equivalent }: DrawnCounts,
  ): string => `| ${[name, drawn, killed, killedElsewhere, unseen, equivalent].join(' | ')} |`
  return [
    '',
    `Faults that show only under a condition, under \`${profile}\`: ${plural(all.drawn, 'fault')} drawn by seed ${seed} against ${plural(checks, 'check')}, in ${seconds} s. Of a MUST, ${survived.length} survived; for ${neverHeld.length} of them no request met the condition.`,
    '',
    '| | drawn | killed | killed elsewhere | survived | equivalent |',
    '|---|---:|---:|---:|---:|---:|',
    ...Object.entries(byTransformation).map(([name, counts]) => line(name, counts)),
    line('**all**', all),
    ...(across && across.drawn > 0 ? ['', acrossInWords(across)] : []),
  ]
}
