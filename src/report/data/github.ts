import { plural } from '../counts.ts'
import { plain } from '../document/terminal.ts'
import { exitCodeOf, failsTheRun, type ReportOptions } from '../exit-code.ts'
import { claimsIn, type Finding } from '../findings/finding.ts'
import { factsOf } from '../findings/finding-facts.ts'
import { commandsOf, headOf, knownLines } from '../findings/finding-words.ts'
import { shown, withoutRunnerCommands } from '../text/printable.ts'
import { sentencesOf } from '../text/run-words.ts'
import type { RunView } from '../view.ts'

/** An annotation that GitHub Actions shows beside a file, or at the top of the run. */
interface Annotation {
  kind: 'error' | 'warning' | 'notice'
  title: string
  lines: readonly string[]
}

/** GitHub shows at most this many annotations of each kind for a step. */
const most = 10

/**
 * Formats the findings as annotations of GitHub Actions, the gravest first. Each is titled with its requirement and
 * points at the line of the target file that names the server. Known failures and notes are notices.
 */
export function github(view: RunView, options: ReportOptions): string {
  const all = [...aboutTheRun(view, options), ...view.findings.map((one) => annotationOf(one, view, options))]
  const shownOf = (kind: Annotation['kind']) => all.filter((one) => one.kind === kind).slice(0, most)
  const annotations = [...shownOf('error'), ...shownOf('warning'), ...shownOf('notice')]
  const left = all.length - annotations.length
  return [
    ...annotations.map((annotation) => commandOf(annotation, view)),
    ...(left > 0 ? [`And ${plural(left, 'more finding')}; the job summary has them all.`] : []),
    '',
  ].join('\n')
}

/** Annotations that belong to no finding: why the run was not judged, and known failures that changed. */
const aboutTheRun = (view: RunView, options: ReportOptions): Annotation[] => {
  const exitCode = exitCodeOf(view, options)
  const { mismatches } = knownLines(options.known)
  const title = 'op-conformance'
  return [
    ...(exitCode === 0 || exitCode === 1
      ? []
      : [{ kind: 'error', title, lines: sentencesOf(view, exitCode, options).map(plain) } as const]),
    ...mismatches.map((line) => ({ kind: 'error', title: 'known failures', lines: [line] }) as const),
  ]
}

const annotationOf = (finding: Finding, view: RunView, options: ReportOptions): Annotation => {
  const { level, requirement, occurrences } = finding
  const [first] = occurrences
  const facts = factsOf(finding, first, view, options).map(({ name, text }) => `${name}: ${text}`)
  return {
    kind: kindOf(finding, options),
    title: `${level} ${requirement}`,
    lines: [
      headOf(finding),
      `check: ${first.check}`,
      ...facts,
      ...commandsOf(finding, view, options).map(({ name, command }) => `${name}: ${command}`),
    ],
  }
}

const kindOf = (finding: Finding, options: ReportOptions): Annotation['kind'] => {
  if (claimsIn(finding).some((claim) => failsTheRun(claim, options))) return 'error'
  return finding.grade === 'warning' ? 'warning' : 'notice'
}

const commandOf = ({ kind, title, lines }: Annotation, { run: { target } }: RunView): string => {
  const place = target.file === undefined ? {} : { file: target.file, line: target.line ?? 1 }
  const properties = Object.entries({ ...place, title }).map(
    ([name, value]) => `${name}=${property(`${value}`)}`,
  )
  return `::${kind} ${properties.join(',')}::${lines.map((line) => data(shown(line, 1000))).join('%0A')}`
}

/** Escapes a text for the runner, so that nothing in it ends the command or begins another one. */
const data = (text: string): string =>
  withoutRunnerCommands(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(shown(text)).replaceAll(':', '%3A').replaceAll(',', '%2C')
