import { type ExitCode, failsTheRun, whyNotJudged } from '../exit-code.ts'
import { claimsIn } from '../findings/finding.ts'
import type { ReportOptions } from '../options.ts'
import type { RunView } from '../view.ts'
import { shown } from './escape-control.ts'
import { plural } from './plural.ts'

/** Returns the verdict on the run in a sentence. */
export function sentenceOf(view: RunView, exitCode: ExitCode, options: ReportOptions): string {
  switch (exitCode) {
    case 0:
      return [
        isKnownToFail(view)
          ? `No MUST failed except known failures, among the requirements that could be judged.`
          : 'No MUST failed among the requirements that could be judged.',
        ...(view.outcome === 'complete' && view.sentence !== undefined ? [shown(view.sentence, 1000)] : []),
      ].join('\n')
    case 1:
      return [`${whyFailed(view, options)}.`, view.sentence && shown(view.sentence, 1000)]
        .filter((sentence) => sentence !== undefined)
        .join('\n')
    case 3:
      return `Not judged: ${shown(whyNotJudged(view, options) ?? '', 1000)}`
    case 4:
      return 'The harness itself failed. Please report this, with the events of the run.'
    case 130:
      return view.sentence === undefined
        ? 'Interrupted. This report shows what was judged so far.'
        : `${shown(view.sentence, 1000)} This report shows what was judged so far.`
  }
}

const isKnownToFail = ({ findings }: RunView): boolean => findings.some(({ grade }) => grade === 'failure')

const whyFailed = (view: RunView, options: ReportOptions): string => {
  const mismatches = options.known?.mismatches.length ?? 0
  const notAsKnown = `${plural(mismatches, 'known failure')} did not fail as ${options.known?.file} says`
  const failed = broken(view, options)
  if (failed === '') return `Not as known: ${notAsKnown}`
  return `Not conforming: ${failed}${mismatches > 0 ? `; ${notAsKnown}` : ''}`
}

const broken = ({ findings }: RunView, options: ReportOptions): string => {
  const { enforce } = options
  const of = (level: 'MUST' | 'SHOULD', grade: 'failure' | 'warning'): string[] => {
    const failing = findings
      .flatMap(claimsIn)
      .filter((one) => one.grade === grade && failsTheRun(one, options))
    const count = new Set(failing.map(({ requirement }) => requirement)).size
    return count === 0
      ? []
      : [`${plural(count, `requirement of level ${level}`, `requirements of level ${level}`)} failed`]
  }
  return [...of('MUST', 'failure'), ...(enforce === 'should' ? of('SHOULD', 'warning') : [])].join(', ')
}

/** Returns the limits of the verdict in words. */
export function notClaimed({ run, coverage }: RunView, exitCode: ExitCode): string {
  const open = coverage.filter(({ state }) => state !== 'judged').length
  const unjudged = `The report says nothing about the ${plural(open, 'requirement')} that ${open === 1 ? 'was' : 'were'} not judged.`
  const among = amongWhat[run.judges ?? 'server'](run)
  return exitCode === 0
    ? `This is not a proof: these checks found no counterexample ${among}. ${unjudged}`
    : [...lookCloser(run, exitCode), unjudged].join('\n')
}

const amongWhat = {
  client: () => 'in what the client sent',
  traffic: () => 'in this traffic',
  server: ({ seed }: RunView['run']) => `with seed ${seed}`,
} as const

const lookCloser = ({ judges, target: { file } }: RunView['run'], exitCode: ExitCode): string[] =>
  exitCode === 3 && judges === undefined && file !== undefined
    ? [`To find out why: op-conformance doctor ${shown(file, 1000)}`]
    : []
