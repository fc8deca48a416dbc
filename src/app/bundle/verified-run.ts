import type { Suite } from '../../check/suite.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { RunStarted } from '../../core/events.ts'
import { createRedactor } from '../../http/redact.ts'
import { derivedIn, isJudged, withJudged } from '../../judge/judge.ts'
import { compare } from '../../known-failures/compare.ts'
import { exitCodeOf, type Strictness, weighs } from '../../report/exit-code.ts'
import { json, type Report } from '../../report/json.ts'
import { readReport } from '../../report/read-report.ts'
import { type RunView, viewOf } from '../../report/view.ts'
import { knowledgeOf } from '../knowledge-of.ts'
import { derivedFlaws } from './derived.ts'
import { differencesBetween } from './differences.ts'
import { eventsIn, runIn } from './record.ts'
import { Refused } from './refused.ts'
import type { BundledRun } from './statement.ts'

/** A run whose report was made anew from its events. */
export interface VerifiedRun {
  run: RunStarted
  view: RunView
  /** What the run was asked for, as its report says. */
  strictness: Strictness
  exitCode: number
  /** The exit code if no failure were known. Whoever signs a bundle also writes the list of known failures. */
  exitCodeWithoutKnown: number
  /** How the bundle differs from what follows from its events. */
  differences: string[]
}

/** Makes the report of a run anew. Throws Refused where that cannot be done. */
export function verifiedRun(files: BundledRun, suite: Suite): VerifiedRun {
  try {
    return compared(files, suite)
  } catch (error) {
    if (error instanceof Refused) throw error
    if (error instanceof ConfigurationError) throw new Refused(error.message)
    // The schema of events leaves bodies and cases open, and whoever signed the bundle may have written anything into them.
    if (error instanceof TypeError || error instanceof RangeError)
      throw new Refused(`its events cannot be judged (${error.message})`)
    throw error
  }
}

const compared = (files: BundledRun, suite: Suite): VerifiedRun => {
  const record = files['events.ndjson']
  const run = runIn(record)
  const events = eventsIn(record)
  const text = files['report.json'].toString()
  const report = readReport(text, 'report.json')
  const knowledge = knowledgeOf(run, suite)
  const derived = [...derivedIn(events, knowledge)]
  const view = viewOf(withJudged(events, derived.filter(isJudged)), knowledge.requirements)
  const strictness = strictnessOf(report, view, suite)
  const { complete, enforce } = strictness
  const anew = createRedactor([]).text(json(view, strictness))
  return {
    run,
    view,
    strictness,
    exitCode: exitCodeOf(view, strictness),
    exitCodeWithoutKnown: exitCodeOf(view, { complete, enforce }),
    differences: [...derivedFlaws(events, derived), ...reportFlaws(text, anew)],
  }
}

/** As the report says that the run was asked for; what became of known failures is compared anew. */
const strictnessOf = (report: Report, { checks }: RunView, suite: Suite): Strictness => {
  const { complete, enforce } = report.strictness
  if (!report.known) return { complete, enforce }
  const { file, asKnown, mismatches } = report.known
  const now = compare({ file, entries: asKnown }, checks, {
    weighs: weighs({ enforce }),
    existing: [...suite.checks, ...suite.passive, suite.start].map(({ id }) => id),
    // The list had a date for each of them, which was not past on the day of the run.
    today: '',
    isInPart: () => true,
  })
  return { complete, enforce, known: { ...now, mismatches: [...mismatches, ...now.mismatches] } }
}

const reportFlaws = (text: string, anew: string): string[] => {
  if (text === anew) return []
  const found = differencesBetween(JSON.parse(text), JSON.parse(anew))
  return found.length > 0
    ? found.map((one) => `report.json: ${one}`)
    : ['report.json is not written as op-conformance writes it']
}
