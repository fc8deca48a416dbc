import type { Grade, Status } from '../verdict.ts'
import type { Coverage } from './coverage.ts'
import type { CheckView, RunView } from './view.ts'

/** A run in numbers. */
export interface Counts {
  checks: Record<Status | 'not run', number>
  findings: Record<Grade, number>
  coverage: Record<Coverage['state'], number>
  exchanges: number
}

export const countsOf = ({ checks, findings, coverage, exchanged }: RunView): Counts => {
  const count = <T>(all: readonly T[], is: (one: T) => boolean): number => all.filter(is).length
  const inStatus = (status: Status | 'not run'): number =>
    count(checks, (check) => statusOf(check) === status)
  const ofGrade = (grade: Grade): number => count(findings, (finding) => finding.grade === grade)
  const inState = (state: Coverage['state']): number => count(coverage, (one) => one.state === state)
  return {
    checks: {
      passed: inStatus('passed'),
      failed: inStatus('failed'),
      skipped: inStatus('skipped'),
      inconclusive: inStatus('inconclusive'),
      error: inStatus('error'),
      'not run': inStatus('not run'),
    },
    findings: { failure: ofGrade('failure'), warning: ofGrade('warning'), note: ofGrade('note') },
    coverage: {
      judged: inState('judged'),
      'not exercised': inState('not exercised'),
      untested: inState('untested'),
    },
    exchanges: exchanged,
  }
}

const statusOf = ({ verdict }: CheckView): Status | 'not run' => verdict?.status ?? 'not run'
