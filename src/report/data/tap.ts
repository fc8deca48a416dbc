import { stringify } from 'yaml'
import { caseOf, type Ending, type TestCase, wholeCases } from '../findings/test-case.ts'
import type { ReportOptions } from '../options.ts'
import { shown } from '../text/escape-control.ts'
import type { RunView } from '../view.ts'

/**
 * The report in the Test Anything Protocol, version 14: a test point a check, after those for the run as a whole. It ends
 * as in JUnit's XML: an error and a failure are `not ok`, what was skipped has the reason as its directive.
 */
export function tap(view: RunView, options: ReportOptions): string {
  const cases = [...wholeCases(view, options), ...view.checks.map((check) => caseOf(check, view, options))]
  const points = cases.flatMap((one, index) => pointOf(one, index + 1))
  return `${['TAP version 14', `1..${cases.length}`, ...points].join('\n')}\n`
}

const pointOf = ({ topic, name, milliseconds, ending, aside }: TestCase, number: number): string[] => {
  const description = `${number} - ${escaped(`${topic}/${name}`)}`
  const comments = aside.flatMap((text) => text.split('\n')).map((line) => `# ${shown(line, 2000)}`)
  if (ending?.kind === 'skipped') return [`ok ${description} # SKIP ${escaped(ending.message)}`, ...comments]
  if (!ending) return [`ok ${description}`, ...diagnostics({ duration_ms: milliseconds }), ...comments]
  return [
    `not ok ${description}`,
    ...diagnostics({ duration_ms: milliseconds, ...factsOf(ending) }),
    ...comments,
  ]
}

const factsOf = ({ kind, type, message, text }: Ending): Record<string, unknown> => ({
  severity: kind === 'error' ? 'error' : 'fail',
  ...(type !== undefined && { type }),
  message,
  ...(text !== undefined && text !== message && { text }),
})

/** YAML between its marks, indented as the protocol wants it. */
const diagnostics = (facts: Record<string, unknown>): string[] =>
  ['---', ...stringify(facts, { lineWidth: 0 }).trimEnd().split('\n'), '...'].map((line) => `  ${line}`)

/** One line, in which nothing is a directive. */
const escaped = (text: string): string => shown(text, 1000).replace(/[\\#]/g, '\\$&')
