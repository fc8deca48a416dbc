import type { ComparedFailures } from '../../known-failures/compare.ts'
import { isKnown, type ReportOptions, type Strictness, weighs, whyNotJudged } from '../exit-code.ts'
import { escapeControl, shown } from '../text/printable.ts'
import type { RunView } from '../view.ts'
import { type BrokenClaim, type CheckView, claimsIn, type Finding, type Occurrence } from './finding.ts'
import { dependantsInWords, factsOf, symptomLines } from './finding-facts.ts'
import { commandsFor, headOf } from './finding-words.ts'
import { lackOf } from './folds.ts'

/** A check as a test case, for JUnit's XML or for a test runner. A case without an ending passed. */
export interface TestCase {
  topic: string
  name: string
  milliseconds: number
  ending?: CaseEnding | undefined
  /** Lines that do not affect the result: warnings, notes, and what was left out. */
  aside: string[]
}

/** The reason why a case did not pass. */
export interface CaseEnding {
  kind: 'failure' | 'error' | 'skipped'
  /** The level and the requirement of a failure, or the source of an error. */
  type?: string
  message: string
  text?: string
}

/**
 * Returns the cases for the run as a whole. One says whether the target was judged, whatever the single checks say.
 * If there are known failures, the other test case says whether they failed as recorded.
 */
export function wholeCases(view: RunView, options: ReportOptions): TestCase[] {
  const why =
    view.outcome === 'interrupted'
      ? 'Interrupted: only part of the target was judged.'
      : whyNotJudged(view, options)
  const judged = why === undefined ? undefined : erred('not judged', why)
  const { known } = options
  const whole = { topic: 'run', milliseconds: 0, aside: [] }
  return [
    { ...whole, name: 'The target was judged', ending: judged },
    ...(known ? [{ ...whole, name: knownFailed, ending: unlikeKnown(known) }] : []),
  ]
}

const knownFailed = 'Known failures failed as recorded'

const unlikeKnown = ({ mismatches }: ComparedFailures): CaseEnding | undefined => {
  const lines = mismatches.map(({ sentence }) => shown(sentence, 1000))
  const [message] = lines
  return message === undefined
    ? undefined
    : { kind: 'failure', type: 'known failures', message, text: lines.join('\n') }
}

export function caseOf(check: CheckView, view: RunView, options: ReportOptions): TestCase {
  const { id, title, topic, milliseconds, partly, notes } = check
  const all = shownBy(check, view)
  const weighty = all.filter(isWeighty(options))
  return {
    topic,
    name: `${id.startsWith(`${topic}/`) ? id.slice(topic.length + 1) : id}: ${title}`,
    milliseconds,
    ending: endingOf(check, weighty, view, options),
    aside: [
      ...all.filter((one) => !weighty.includes(one)).map((one) => blockOf(one, view, options)),
      ...partly.map((what) => `left out: ${shown(what, 1000)}`),
      ...notes.map(({ requirement, got, subject }) =>
        shown(`note: ${requirement}: ${got}${subject === undefined ? '' : ` (${subject})`}`),
      ),
    ],
  }
}

const endingOf = (
  { verdict, binding }: CheckView,
  weighty: readonly ShownClaim[],
  view: RunView,
  options: ReportOptions,
): CaseEnding | undefined => {
  switch (verdict?.status) {
    case 'passed':
      return undefined
    case 'failed':
      return failureOf(weighty, view, options)
    case 'inconclusive':
      return binding ? erred('inconclusive', verdict.reason) : skipped(`inconclusive: ${verdict.reason}`)
    case 'skipped':
      return skipped(`needs ${lackOf(verdict.missing).join()}`)
    case 'error':
      return erred('harness', verdict.message, verdict.stack)
    case undefined:
      return skipped('not run')
  }
}

const skipped = (why: string): CaseEnding => ({ kind: 'skipped', message: shown(why, 1000) })

/** Builds the ending of a case that has no result for the target. The target did not fail it. */
function erred(type: string, why: string, more = why): CaseEnding {
  return {
    kind: 'error',
    type,
    message: shown(why, 1000),
    text: more.split('\n').map(escapeControl).join('\n'),
  }
}

const failureOf = (
  weighty: readonly ShownClaim[],
  view: RunView,
  options: ReportOptions,
): CaseEnding | undefined => {
  const [first] = weighty
  if (!first) return undefined
  const { claim, occurrence } = first
  return {
    kind: 'failure',
    type: `${claim.level} ${claim.requirement}`,
    message: shown(`${headOf(claim)}. Expected: ${occurrence.want}; received: ${occurrence.got}`, 1000),
    text: weighty.map((one) => blockOf(one, view, options)).join('\n\n'),
  }
}

/** A broken claim at one check that shows it. */
interface ShownClaim {
  finding: Finding
  claim: BrokenClaim
  occurrence: Occurrence
}

const shownBy = ({ id }: CheckView, { findings }: RunView): ShownClaim[] =>
  findings.flatMap((finding) =>
    claimsIn(finding).flatMap((claim) =>
      claim.occurrences
        .filter(({ check }) => check === id)
        .map((occurrence) => ({ finding, claim, occurrence })),
    ),
  )

const isWeighty =
  (strictness: Strictness) =>
  ({ claim, occurrence }: ShownClaim): boolean =>
    weighs(strictness)(claim) && !isKnown(strictness, occurrence.check)

const alsoIn = ({ finding, claim }: ShownClaim): Array<readonly [string, string]> => {
  if (claim !== finding) return [['cause', finding.requirement]]
  const lines = [...symptomLines(finding, 20), dependantsInWords(finding, 20)]
  return lines.flatMap((line) => (line === undefined ? [] : [['also', shown(line, 2000)] as const]))
}

const blockOf = (one: ShownClaim, view: RunView, options: ReportOptions): string => {
  const { claim, occurrence } = one
  const facts = factsOf(claim, occurrence, view, options).map(
    ({ name, text }) => [name, shown(text, 1000)] as const,
  )
  const again = commandsFor(occurrence, view, options).map(({ name, command }) => [name, command] as const)
  return [
    `${claim.grade}: ${claim.level} ${claim.requirement}: ${shown(headOf(claim))}`,
    ...[...facts, ...alsoIn(one), ...again].map(([name, text]) => `  ${name.padEnd(9)} ${text}`),
  ].join('\n')
}
