import { countsOf } from './counts.ts'
import { type ExitCode, exitCodeOf, whyNotJudged } from './exit-code.ts'
import { shown } from './harmless.ts'
import type { ReportOptions } from './options.ts'
import type { Paint } from './paint.ts'
import { plural } from './plural.ts'
import type { RunView } from './view.ts'

/** The run in numbers, the verdict in a sentence, and what it does not claim. */
export const summary = (view: RunView, options: ReportOptions, paint: Paint): string => {
  const exitCode = exitCodeOf(view, options)
  const colour = exitCode === 0 ? paint.good : paint.grade[exitCode === 1 ? 'failure' : 'warning']
  return [
    checksLine(view),
    findingsLine(view),
    coverageLine(view),
    '',
    paint.strong(colour(sentenceOf(view, exitCode, options))),
    paint.faint(notClaimed(view, exitCode)),
  ].join('\n')
}

const checksLine = (view: RunView): string => {
  const { passed, failed, skipped, inconclusive, error, 'not run': notRun } = countsOf(view).checks
  const rare = [error > 0 ? `, ${error} error` : '', notRun > 0 ? `, ${notRun} not run` : '']
  const often = `${passed} passed, ${failed} failed, ${skipped} skipped, ${inconclusive} inconclusive`
  return `Checks    ${often}${rare.join('')}`
}

const findingsLine = (view: RunView): string => {
  const { failure, warning, note } = countsOf(view).findings
  const inferred = view.findings.filter((finding) => finding.inferred).length
  const resting = inferred > 0 ? `; ${inferred} on a reading of ours, marked inferred` : ''
  return `Findings  ${plural(failure, 'failure')}, ${plural(warning, 'warning')}, ${plural(note, 'note')}${resting}`
}

const coverageLine = (view: RunView): string => {
  const { judged, 'not exercised': missed, untested } = countsOf(view).coverage
  const later = view.coverage.filter((one) => one.later !== undefined && one.state === 'untested').length
  const why = later > 0 ? ` (${later} of them until their checks are written)` : ''
  return `Coverage  ${judged} of ${view.coverage.length} requirements judged, ${missed} not exercised, ${untested} untested${why}`
}

const sentenceOf = (view: RunView, exitCode: ExitCode, options: ReportOptions): string => {
  switch (exitCode) {
    case 0:
      return 'No MUST failed among what could be judged.'
    case 1:
      return `Not conforming: ${broken(view, options)}.`
    case 3:
      return `Not judged: ${shown(whyNotJudged(view, options) ?? '', 1000)}`
    case 4:
      return 'The harness is at fault; please report it with the events of this run.'
    case 130:
      return 'Interrupted: this is what was judged so far.'
  }
}

const broken = ({ findings }: RunView, { enforce }: ReportOptions): string => {
  const of = (level: 'MUST' | 'SHOULD', grade: 'failure' | 'warning'): string[] => {
    const count = new Set(findings.filter((one) => one.grade === grade).map(({ requirement }) => requirement))
      .size
    return count === 0
      ? []
      : [`${plural(count, `requirement of level ${level}`, `requirements of level ${level}`)} failed`]
  }
  return [...of('MUST', 'failure'), ...(enforce === 'should' ? of('SHOULD', 'warning') : [])].join(', ')
}

const notClaimed = ({ run, coverage }: RunView, exitCode: ExitCode): string => {
  const open = coverage.filter(({ state }) => state !== 'judged').length
  const unjudged = `Nothing is said of the ${plural(open, 'requirement')} that ${open === 1 ? 'was' : 'were'} not judged.`
  return exitCode === 0
    ? `That is no proof: these checks, with seed ${run.seed}, found no counterexample. ${unjudged}`
    : unjudged
}
