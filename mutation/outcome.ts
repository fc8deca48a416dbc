import type { Difference } from './attempt.ts'
import type { Mutant } from './instrument.ts'
import type { Came } from './threads.ts'

/**
 * Outcomes of a mutant. `noticed`: a claim of level MUST or SHOULD fails that the strict mock keeps; `hung`: it looped
 * or never answered; `survived`: its responses differ, and no claim fails; `not judged`: it accepts no valid request,
 * so that the run ends with exit 3 and says why; `reworded`: only texts of refusals differ, which the interface leaves
 * open; `unchanged`: no response differs; `not served`: it cannot be started.
 */
export const outcomes = [
  'noticed',
  'hung',
  'survived',
  'not judged',
  'reworded',
  'unchanged',
  'not served',
] as const
export type Outcome = (typeof outcomes)[number]

export interface Result extends Mutant {
  outcome: Outcome
  /** The check and the requirement of the first claim that failed. */
  noticedBy?: string
  /** The explanation of the run, or the error that kept the mock from being served. */
  sentence?: string
  undecided?: string[]
  difference?: Difference
  /** The reason why it is no defect by the interface, or none that a run could see. */
  because?: string
  errors: string[]
}

export function resultOf(mutant: Mutant, came: Came): Result {
  if ('hung' in came) return { ...mutant, outcome: 'hung', errors: [] }
  if ('failed' in came)
    return { ...mutant, outcome: 'not served', sentence: firstLine(came.failed), errors: [] }
  if (!('attempt' in came)) throw new Error(`nothing was tried: ${JSON.stringify(Object.keys(came))}`)
  const { noticed, outcome, sentence, undecided, difference, isReworded, errors } = came.attempt
  const [first] = noticed
  if (first) {
    return { ...mutant, outcome: 'noticed', noticedBy: `${first.check} (${first.requirement})`, errors }
  }
  if (!difference) return { ...mutant, outcome: isReworded ? 'reworded' : 'unchanged', errors }
  const told = { difference, ...(sentence !== undefined && { sentence }), undecided, errors }
  return { ...mutant, outcome: outcome === 'complete' ? 'survived' : 'not judged', ...told }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

export type Counts = Record<Outcome | 'mutants', number>

export function countsOf(results: readonly Result[]): Counts {
  return {
    mutants: results.length,
    ...(Object.fromEntries(
      outcomes.map((outcome) => [outcome, results.filter((result) => result.outcome === outcome).length]),
    ) as Record<Outcome, number>),
  }
}

export interface Score {
  /** The number of mutants whose responses differ, apart from texts of refusals. */
  differing: number
  /** The percentage of these that break a claim or give no response. */
  byClaims: number
  /**
   * The percentage that also counts mutants which refuse or fail on every valid request, so that a run ends with exit 3
   * and says why.
   */
  noticed: number
}

export function scoreOf(counts: Counts): Score {
  const claimed = counts.noticed + counts.hung
  const told = claimed + counts['not judged']
  const differing = told + counts.survived
  return { differing, byClaims: percent(claimed, differing), noticed: percent(told, differing) }
}

/** A percentage with one digit after the point, never rounded up. */
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((1000 * part) / whole) / 10
