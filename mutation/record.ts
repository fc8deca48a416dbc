import { plural } from '../src/report/counts.ts'
import { type Counts, countsOf, outcomes, type Result, type Score, scoreOf } from './outcome.ts'

/** Version of the record's format. */
const version = 1

export interface Tried {
  seed: number
  runs: number
  fingerprint: string
  /** The number of mutants, and of those whose place a run reaches. The sample is drawn from the latter. */
  all: number
  reached: number
  results: readonly Result[]
  milliseconds: number
}

export interface MutationRecord {
  version: typeof version
  /** A digest of the mock's sources. */
  fingerprint: string
  seed: number
  runs: number
  all: number
  reached: number
  counts: Counts
  score: Score
  byMutator: Record<string, Counts>
  byFile: Record<string, Counts>
  /** Mutants whose responses differ and that are not noticed. */
  survivors: Survivor[]
  seconds: number
}

type Survivor = Pick<Result, 'file' | 'line' | 'mutator' | 'was' | 'is' | 'outcome' | 'because'>

const isSurvivor = ({ outcome }: Result): boolean => outcome === 'survived'

export function recordOf({ results, milliseconds, ...tried }: Tried): MutationRecord {
  const counts = countsOf(results)
  return {
    version,
    ...tried,
    counts,
    score: scoreOf(counts),
    byMutator: countsBy(results, ({ mutator }) => mutator),
    byFile: countsBy(results, ({ file }) => file),
    survivors: results.filter(isSurvivor).map(({ file, line, mutator, was, is, outcome, because }) => ({
      file,
      line,
      mutator,
      was,
      is,
      outcome,
      ...(because !== undefined && { because }),
    })),
    seconds: Math.round(milliseconds / 1000),
  }
}

const countsBy = (results: readonly Result[], nameOf: (result: Result) => string): Record<string, Counts> => {
  const names = [...new Set(results.map(nameOf))].sort()
  return Object.fromEntries(
    names.map((name) => [name, countsOf(results.filter((result) => nameOf(result) === name))]),
  )
}

/** The record as a table and a paragraph of Markdown. */
export function markdownOf({
  all,
  reached,
  counts,
  score,
  survivors,
  seed,
  seconds,
}: MutationRecord): string {
  const heads = ['mutants', ...outcomes] as const
  const explained = survivors.filter(({ because }) => because !== undefined).length
  return [
    `| ${heads.join(' | ')} |`,
    `|${heads.map(() => '---:|').join('')}`,
    `| ${heads.map((head) => counts[head]).join(' | ')} |`,
    '',
    `**${score.noticed.toFixed(1)} %** of the ${score.differing} that answer otherwise are noticed: ${score.byClaims.toFixed(1)} % by a claim, the others because the server accepts nothing any more and the run says so. ${counts.mutants} drawn by seed ${seed} of ${reached} mutants that a run comes to (${all} in all), in ${seconds} s on two cores; ${explained} of ${plural(survivors.length, 'survivor')} explained.`,
  ].join('\n')
}

/** The record as text for a terminal: figures, then the survivors with the first difference of each. */
export function textOf(record: MutationRecord, results: readonly Result[]): string {
  const { counts, score, seed, all, reached, seconds } = record
  const line = (name: string, of: Counts): string =>
    [
      name.padEnd(40),
      ...['mutants' as const, ...outcomes].map((head) => String(of[head]).padStart(head.length)),
    ].join('  ')
  return [
    `mutants  ${counts.mutants} of the ${reached} that a run comes to, of ${all} in all, seed ${seed}, ${seconds} s`,
    '',
    ['', 'mutants', ...outcomes].map((head, at) => (at === 0 ? head.padEnd(40) : head)).join('  '),
    ...Object.entries(record.byMutator).map(([name, of]) => line(name, of)),
    '',
    ...Object.entries(record.byFile).map(([name, of]) => line(name, of)),
    line('all', counts),
    '',
    `Score     ${score.noticed.toFixed(1)} % of the ${score.differing} that answer otherwise are noticed, ${score.byClaims.toFixed(1)} % by a claim`,
    ...results.filter(isSurvivor).flatMap(survivorLines),
    ...results.flatMap(({ errors, file, line: at, is }) =>
      errors.map((error) => `Error     ${file}:${at} ${is}: ${error}`),
    ),
    '',
  ].join('\n')
}

const survivorLines = (result: Result): string[] => {
  const { file, line, outcome, mutator, was, is, place, because, difference, undecided = [] } = result
  const [strict, mutant] = parted(difference?.strict ?? '', difference?.mutant ?? '')
  return [
    '',
    `${file}:${line}  ${mutator}, ${outcome}${place > 1 ? `, place ${place}` : ''}`,
    `  - ${was}`,
    `  + ${is}`,
    because === undefined ? '  not explained in mutation/survivors.yaml' : `  because ${because}`,
    ...(result.sentence === undefined ? [] : [`  said     ${result.sentence}`]),
    ...(difference
      ? [
          `  asked    ${difference.asked} by ${difference.check}`,
          `  strict   ${strict}`,
          `  mutant   ${mutant}`,
        ]
      : []),
    ...(undecided.length === 0
      ? []
      : [
          `  undecided ${undecided.slice(0, 5).join(', ')}${undecided.length > 5 ? ` and ${undecided.length - 5} more` : ''}`,
        ]),
  ]
}

/** Cuts both texts to the part around their first difference. */
const parted = (one: string, other: string): [string, string] => {
  let place = 0
  while (place < one.length && one[place] === other[place]) place++
  const from = Math.max(0, place - 150)
  return [one.slice(from, from + 350), other.slice(from, from + 350)]
}
