import { type Colors, colorsFor } from './colors.ts'
import { shown } from './escape-control.ts'
import { findingText } from './finding-text.ts'
import type { ReportOptions } from './options.ts'
import { profileInWords, walletInWords } from './run-facts.ts'
import { sections } from './sections.ts'
import { summary } from './summary.ts'
import type { RunView } from './view.ts'

/**
 * The report for a terminal. It is the same at any concurrency, but for how many requests were sent: sorted by id,
 * without times and without numbers of exchanges.
 */
export function text(view: RunView, options: ReportOptions): string {
  const paint = colorsFor(options.colour)
  const findings = view.findings.map((finding) => findingText(finding, view, options, paint))
  return `${[head(view, paint), ...findings, ...sections(view, options), summary(view, options, paint)].join('\n\n')}\n`
}

const head = ({ run }: RunView, paint: Colors): string =>
  run.judges === 'client' ? headOfClient(run, paint) : headOfServer(run, paint)

const headOfClient = (run: RunView['run'], paint: Colors): string =>
  [
    paint.strong(shown(`${run.target.name} of ${run.target.baseUrl}`)),
    `profile   ${shown(profileInWords(run), 2000)}`,
    `harness   op-conformance ${shown(run.harness)}`,
  ].join('\n')

const headOfServer = (run: RunView['run'], paint: Colors): string =>
  [
    paint.strong(shown(`${run.target.name}  ${run.target.baseUrl}`)),
    `wallet    ${shown(walletInWords(run.target))}`,
    `profile   ${shown(profileInWords(run), 2000)}`,
    `seed      ${run.seed}, ${run.runs} generated cases per property, op-conformance ${shown(run.harness)}`,
  ].join('\n')
