import type { CheckView } from './check-view.ts'
import { commandsFor } from './commands.ts'
import { escapeControl, shown } from './escape-control.ts'
import { isKnown, type Strictness, weighs } from './exit-code.ts'
import { type BrokenClaim, claimsIn, type Finding, type Occurrence } from './finding.ts'
import { dependantsInWords, factsOf, symptomLines } from './finding-facts.ts'
import { headOf } from './finding-head.ts'
import { lackOf } from './folds.ts'
import type { ReportOptions } from './options.ts'
import type { RunView } from './view.ts'
import { element, type Xml } from './xml.ts'

/** A test case; without an ending it passed. */
export interface TestCase {
  ended?: CaseEnding['ended']
  xml: Xml
}

/** Why a case did not pass: the element that says so. */
interface CaseEnding {
  ended: 'failure' | 'error' | 'skipped'
  xml: Xml
}

/** A check as a case. What weighs nothing, warnings and notes, stands in its `system-out`. */
export function caseOf(check: CheckView, view: RunView, options: ReportOptions): TestCase {
  const { id, title, topic } = check
  const name = id.startsWith(`${topic}/`) ? id.slice(topic.length + 1) : id
  const all = shownBy(check, view)
  const weighty = all.filter(isWeighty(options))
  const end = endOf(check, weighty, view, options)
  const aside = [
    ...all.filter((one) => !weighty.includes(one)).map((one) => blockOf(one, view, options)),
    ...check.partly.map((what) => `left out: ${shown(what, 1000)}`),
    ...check.notes.map(({ requirement, got, subject }) =>
      shown(`note: ${requirement}: ${got}${subject === undefined ? '' : ` (${subject})`}`),
    ),
  ]
  const content = [
    ...(end ? [end.xml] : []),
    ...(aside.length > 0 ? [element('system-out', {}, aside.join('\n'))] : []),
  ]
  const attributes = { classname: shown(topic), name: shown(`${name}: ${title}`) }
  return { ...(end ? { ended: end.ended } : {}), xml: element('testcase', attributes, content) }
}

const endOf = (
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

const skipped = (why: string): CaseEnding => ({
  ended: 'skipped',
  xml: element('skipped', { message: shown(why, 1000) }),
})

/** Not the target's failure: nothing is known of it. */
export function erred(type: string, why: string, more = why): CaseEnding {
  return {
    ended: 'error',
    xml: element(
      'error',
      { type, message: shown(why, 1000) },
      more.split('\n').map(escapeControl).join('\n'),
    ),
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
  const message = shown(`${headOf(claim)}. Expected: ${occurrence.want}; received: ${occurrence.got}`, 1000)
  const text = weighty.map((one) => blockOf(one, view, options)).join('\n\n')
  const type = `${claim.level} ${claim.requirement}`
  return { ended: 'failure', xml: element('failure', { type, message }, text) }
}

/** A broken claim where one check shows it. */
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
  const exchange = view.exchanges.get(occurrence.exchange ?? -1)
  const facts = factsOf(claim, occurrence, view, options).map(
    ({ name, text }) => [name, shown(text, 1000)] as const,
  )
  const again = commandsFor(occurrence, exchange, options).map(
    ({ name, command }) => [name, command] as const,
  )
  return [
    `${claim.grade}: ${claim.level} ${claim.requirement}: ${shown(headOf(claim))}`,
    ...[...facts, ...alsoIn(one), ...again].map(([name, text]) => `  ${name.padEnd(9)} ${text}`),
  ].join('\n')
}
