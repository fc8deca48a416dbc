import { checksInWords, countsOf, coverageInWords, findingsInWords, plural } from '../../report/counts.ts'
import { shown } from '../../report/text/printable.ts'
import { runFacts } from '../../report/text/run-words.ts'
import { exit } from '../exit.ts'
import type { VerifiedRun } from './verified-run.ts'

export type RunResult = { code: VerifyExitCode } & (
  | { refused: string }
  | (VerifiedRun & { hasSameCatalogue: boolean })
)

type VerifyExitCode = 0 | 1 | 3 | 5

export function refusal(why: string): string {
  return `refused: ${shown(why)}\n`
}

/** Describes one run of a bundle. All of its text is foreign. */
export function runText(result: RunResult, number: number): string {
  if ('refused' in result) return `run ${number} does not verify: ${shown(result.refused)}\n`
  const head = `run ${number}: ${headOf(result)}`
  const lines = result.differences.length > 0 ? differencesOf(result) : []
  const facts = factsOf(result).map(({ name, text }) => `${name.padEnd(10)} ${shown(text)}`)
  return `${[head, ...[...lines, ...facts].map((line) => `  ${line}`)].join('\n')}\n`
}

const headOf = ({ code, differences, run }: VerifiedRun & { code: VerifyExitCode }): string => {
  if (differences.length === 0) return 'its report follows from its events'
  const places = plural(differences.length, 'difference')
  return code === exit.failed
    ? `does not verify, with ${places}; below is what follows from its events`
    : `not judged, with ${places}: it was judged by op-conformance ${shown(run.harness)}, which has to verify it`
}

const mostShown = 20

const differencesOf = ({ differences }: VerifiedRun): string[] => {
  const more = differences.length - mostShown
  return [
    ...differences.slice(0, mostShown).map((one) => `- ${shown(one)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ]
}

const factsOf = (
  result: VerifiedRun & { hasSameCatalogue: boolean },
): Array<{ name: string; text: string }> => {
  const { view, strictness, hasSameCatalogue } = result
  const counts = countsOf(view)
  return [
    ...runFacts(view, strictness),
    { name: 'catalogue', text: hasSameCatalogue ? 'the same as today' : 'another one than today' },
    { name: 'checks', text: checksInWords(counts) },
    { name: 'findings', text: findingsInWords(counts) },
    { name: 'coverage', text: coverageInWords(counts) },
    { name: 'outcome', text: outcomeOf(result) },
  ]
}

const outcomeOf = ({ view, strictness, exitCode, exitCodeWithoutKnown }: VerifiedRun): string => {
  const { outcome, sentence } = view
  const known = strictness.known?.asKnown.length ?? 0
  return [
    `${outcome}, exit code ${exitCode}`,
    ...(known > 0
      ? [`; ${plural(known, 'check')} failed as known, without which it is ${exitCodeWithoutKnown}`]
      : []),
    ...(sentence === undefined ? [] : [`; ${sentence}`]),
  ].join('')
}

/** Returns the last line, which explains the exit code. */
export function conclusion(code: VerifyExitCode): string {
  return `${conclusions[code]}\n`
}

const conclusions: Readonly<Record<VerifyExitCode, string>> = {
  [exit.fine]: 'The bundle verifies, and every run in it passed.',
  [exit.failed]: 'The bundle does not verify.',
  [exit.notJudged]: 'This version of op-conformance cannot verify the bundle.',
  [exit.runNotPassed]: 'The bundle is genuine, but at least one of its runs did not pass.',
}
