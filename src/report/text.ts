import { findingText } from './finding-text.ts'
import { shown } from './harmless.ts'
import type { ReportOptions } from './options.ts'
import { type Paint, paintIn } from './paint.ts'
import { sections } from './sections.ts'
import { summary } from './summary.ts'
import type { RunView } from './view.ts'

/**
 * The report for a terminal. It is the same for the same record at any concurrency: sorted by id, without times and
 * without numbers of exchanges.
 */
export const text = (view: RunView, options: ReportOptions): string => {
  const paint = paintIn(options.colour)
  const findings = view.findings.map((finding) => findingText(finding, view, options, paint))
  return `${[head(view, paint), ...findings, ...sections(view, options), summary(view, options, paint)].join('\n\n')}\n`
}

const head = ({ run }: RunView, paint: Paint): string => {
  const { target, profile, overrides, seed, runs, harness } = run
  const { walletAsset } = target
  const asset = walletAsset ? ` (${walletAsset.assetCode}, scale ${walletAsset.assetScale})` : ''
  const changes = leavesOf(overrides)
  return [
    paint.strong(shown(`${target.name}  ${target.baseUrl}`)),
    `wallet    ${shown(`${target.walletAddress}${asset}`)}`,
    `profile   ${shown(`${profile}${changes.length > 0 ? `, but ${changes.join(', ')}` : ''}`, 2000)}`,
    `seed      ${seed}, ${runs} generated cases a property, op-conformance ${shown(harness)}`,
  ].join('\n')
}

/** What profileOverrides changed: `query.first "limit"`. */
const leavesOf = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`))
    : [`${path} ${JSON.stringify(value)}`]
