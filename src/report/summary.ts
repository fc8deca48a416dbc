import { checksInWords, countsOf, coverageInWords, findingsInWords, requestsInWords } from './counts.ts'
import { exitCodeOf } from './exit-code.ts'
import type { ReportOptions } from './options.ts'
import type { Colors } from './text/colors.ts'
import { notClaimed, sentenceOf } from './text/sentence.ts'
import type { RunView } from './view.ts'

/** Summarizes the run: its numbers, the verdict in a sentence, and what the verdict does not claim. */
export function summary(view: RunView, options: ReportOptions, paint: Colors): string {
  const exitCode = exitCodeOf(view, options)
  const colour = exitCode === 0 ? paint.good : paint.grade[exitCode === 1 ? 'failure' : 'warning']
  return [
    `Checks    ${checksInWords(countsOf(view))}`,
    findingsLine(view),
    coverageLine(view),
    `Requests  ${requestsInWords(countsOf(view))}`,
    '',
    paint.strong(colour(sentenceOf(view, exitCode, options))),
    paint.faint(notClaimed(view, exitCode)),
  ].join('\n')
}

const findingsLine = (view: RunView): string => {
  const inferred = view.findings.filter((finding) => finding.inferred).length
  const resting = inferred > 0 ? `; ${inferred} based on an interpretation, marked inferred` : ''
  return `Findings  ${findingsInWords(countsOf(view))}${resting}`
}

const coverageLine = (view: RunView): string => {
  const later = view.coverage.filter((one) => one.later !== undefined && one.state === 'untested').length
  const why = later > 0 ? ` (${later} of them because their checks are not written yet)` : ''
  return `Coverage  ${coverageInWords(countsOf(view))}${why}`
}
