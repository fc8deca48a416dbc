import type { CheckView } from './check-view.ts'
import { commandsFor } from './commands.ts'
import { isKnown, type Strictness, weighs } from './exit-code.ts'
import { dependantsInWords, factsOf } from './finding-facts.ts'
import type { Finding, Occurrence } from './findings.ts'
import { lackOf } from './folds.ts'
import { harmless, shown } from './harmless.ts'
import type { ReportOptions } from './options.ts'
import type { RunView } from './view.ts'
import { element, type Xml } from './xml.ts'

/** A test case; without an ending it passed. */
export interface Case {
  ended?: Ending['ended']
  xml: Xml
}

/** Why a case did not pass: the element that says so. */
interface Ending {
  ended: 'failure' | 'error' | 'skipped'
  xml: Xml
}

/** A check as a case. What weighs nothing, warnings and notes, stands in its `system-out`. */
export const caseOf = (check: CheckView, view: RunView, options: ReportOptions): Case => {
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
  weighty: readonly Shown[],
  view: RunView,
  options: ReportOptions,
): Ending | undefined => {
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

const skipped = (why: string): Ending => ({
  ended: 'skipped',
  xml: element('skipped', { message: shown(why, 1000) }),
})

/** Not the target's failure: nothing is known of it. */
export const erred = (type: string, why: string, more = why): Ending => ({
  ended: 'error',
  xml: element('error', { type, message: shown(why, 1000) }, more.split('\n').map(harmless).join('\n')),
})

const failureOf = (weighty: readonly Shown[], view: RunView, options: ReportOptions): Ending | undefined => {
  const [first] = weighty
  if (!first) return undefined
  const { finding, occurrence } = first
  const message = shown(`${finding.says} Expected: ${occurrence.want}; received: ${occurrence.got}`, 1000)
  const text = weighty.map((one) => blockOf(one, view, options)).join('\n\n')
  const type = `${finding.level} ${finding.requirement}`
  return { ended: 'failure', xml: element('failure', { type, message }, text) }
}

/** A finding where one check shows it. */
interface Shown {
  finding: Finding
  occurrence: Occurrence
}

const shownBy = ({ id }: CheckView, { findings }: RunView): Shown[] =>
  findings.flatMap((finding) =>
    finding.occurrences.filter(({ check }) => check === id).map((occurrence) => ({ finding, occurrence })),
  )

const isWeighty =
  (strictness: Strictness) =>
  ({ finding, occurrence }: Shown): boolean =>
    weighs(strictness)(finding) && !isKnown(strictness, occurrence.check)

const alsoIn = (finding: Finding): Array<readonly [string, string]> => {
  const inWords = dependantsInWords(finding, 20)
  return inWords === undefined ? [] : [['also', shown(inWords, 2000)]]
}

const blockOf = ({ finding, occurrence }: Shown, view: RunView, options: ReportOptions): string => {
  const exchange = view.exchanges.get(occurrence.exchange ?? -1)
  const facts = factsOf(finding, occurrence, view, options).map(
    ({ name, text }) => [name, shown(text, 1000)] as const,
  )
  const again = commandsFor(occurrence, exchange, options).map(
    ({ name, command }) => [name, command] as const,
  )
  return [
    `${finding.grade}: ${finding.level} ${finding.requirement}: ${shown(finding.says)}`,
    ...[...facts, ...alsoIn(finding), ...again].map(([name, text]) => `  ${name.padEnd(9)} ${text}`),
  ].join('\n')
}
