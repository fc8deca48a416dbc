import type { ReportOptions } from '../exit-code.ts'
import type { CheckView } from '../findings/finding.ts'
import { type CaseEnding, caseOf, type TestCase, wholeCases } from '../findings/test-case.ts'
import { groupedBy } from '../grouped.ts'
import { shown } from '../text/printable.ts'
import { runFacts } from '../text/run-words.ts'
import type { RunView } from '../view.ts'

/**
 * Renders the report for a CI system that reads JUnit's XML. Each topic is a suite, and each check is a case. The
 * elements are those of the schema of Jenkins. GitLab reads only their contents, so `skipped` has its reason there. A
 * case that did not pass has one of
 *
 * - `failure`: a MUST failed, or a SHOULD with `--enforce should`;
 * - `error`: the harness is at fault, or a check that claims a MUST ended as inconclusive. The latter leaves the run
 *   not judged, and CI systems treat `skipped` as if all were well;
 * - `skipped`: the target file lacks what the check needs, the check was not run, or a check without a MUST learned
 *   nothing.
 *
 * The suite `run` has one case for the run as a whole, so that the file of a run that never began does not look like a
 * success. With `--known-failures` it has another one, which fails if they did not fail as known. A check that failed
 * as known is not a failure.
 *
 * The time of a case is how long the server took to respond to its requests. The time of the whole is how long the run
 * took.
 */
export function junit(view: RunView, options: ReportOptions): string {
  const topics = topicsOf(view.checks).map(([topic, checks]) => ({
    topic,
    cases: checks.map((check) => caseOf(check, view, options)),
  }))
  const whole = wholeCases(view, options)
  const suites = [
    suiteOf('run', whole, view, [properties(view, options)]),
    ...topics.map(({ topic, cases }) => suiteOf(topic, cases, view)),
  ]
  const { skipped: _, ...numbers } = countsOf([...whole, ...topics.flatMap(({ cases }) => cases)])
  const time = inSeconds(view.milliseconds)
  return documentOf(
    element(
      'testsuites',
      { name: shown(`op-conformance ${view.run.target.name}`), ...numbers, time },
      suites,
    ),
  )
}

/** Converts a case to XML. Lines that do not affect its result go into `system-out`. */
const xmlOf = ({ topic, name, milliseconds, ending, aside }: TestCase): Xml => {
  const about = { classname: shown(topic), name: shown(name), time: inSeconds(milliseconds) }
  const output = aside.length > 0 ? [element('system-out', {}, aside.join('\n'))] : []
  if (!ending) return element('testcase', about, output)
  const { kind, type, message, text } = ending
  const xml =
    kind === 'skipped'
      ? element(kind, {}, message)
      : element(kind, { ...(type !== undefined && { type }), message }, text)
  return element('testcase', about, [xml, ...output])
}

const suiteOf = (
  name: string,
  cases: readonly TestCase[],
  { run }: RunView,
  before: readonly Xml[] = [],
): Xml =>
  element(
    'testsuite',
    { name: shown(name), ...countsOf(cases), time: timeOf(cases), timestamp: shown(run.at) },
    [...before, ...cases.map(xmlOf)],
  )

const timeOf = (cases: readonly TestCase[]): string =>
  inSeconds(cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0))

const inSeconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

const countsOf = (
  cases: readonly TestCase[],
): Record<'tests' | 'failures' | 'errors' | 'skipped', number> => {
  const those = (kind: CaseEnding['kind']): number =>
    cases.filter(({ ending }) => ending?.kind === kind).length
  return {
    tests: cases.length,
    failures: those('failure'),
    errors: those('error'),
    skipped: those('skipped'),
  }
}

const topicsOf = (checks: readonly CheckView[]): Array<[string, CheckView[]]> =>
  [...groupedBy(checks, ({ topic }) => topic)].sort(([a], [b]) => (a < b ? -1 : 1))

const properties = (view: RunView, options: ReportOptions): Xml => {
  const facts = runFacts(view, options)
  return element(
    'properties',
    {},
    facts.map(({ name, text }) => element('property', { name, value: shown(text, 2000) })),
  )
}

/** The lines of an element. `documentOf` writes them. */
export type Xml = string[]

export type Attributes = Record<string, string | number>

/** Formats an element with its content: either elements, each on a line of its own, or a text. */
export function element(name: string, attributes: Attributes, content: readonly Xml[] | string = []): Xml {
  const tag = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(`${value}`, inAttribute)}"`),
  ]
  const start = tag.join(' ')
  if (typeof content === 'string') return [`<${start}>${escaped(content, inText)}</${name}>`]
  if (content.length === 0) return [`<${start}/>`]
  return [`<${start}>`, ...content.flat().map((line) => `  ${line}`), `</${name}>`]
}

export function documentOf(root: Xml): string {
  return `${['<?xml version="1.0" encoding="UTF-8"?>', ...root].join('\n')}\n`
}

/** Characters that XML 1.0 cannot express even by number: most control characters and lone surrogates. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/**
 * Escapes any text for XML. Line ends that a parser would normalize are written by number, as are line ends and tabs in
 * an attribute.
 */
const escaped = (text: string, special: RegExp): string =>
  text
    .replace(unwritable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(special, (character) => `&#${character.charCodeAt(0)};`)

const inText = /[&<>\r]/g
const inAttribute = /[&<>"\r\n\t]/g
