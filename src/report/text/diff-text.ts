import type { Report } from '../data/json.ts'
import { type Difference, isTargetWorse } from '../diff.ts'
import { profileInWords } from '../run-facts.ts'
import { shown } from './escape-control.ts'
import { plural } from './plural.ts'

/** Compares two runs: the requirements that differ, grouped by the origin of the difference. */
export function diffText(before: Report, after: Report, changes: readonly Difference[]): string {
  const groups = new Map<string, Difference[]>()
  for (const change of changes) {
    const name = `${change.kind}, by the ${change.doing}`
    groups.set(name, [...(groups.get(name) ?? []), change])
  }
  const names = kinds.flatMap((kind) => [...groups.keys()].filter((name) => name.startsWith(kind)).sort())
  return [
    [`first   ${runInWords(before)}`, `second  ${runInWords(after)}`],
    ...names.map((name) => [`${name} (${groups.get(name)?.length})`, ...linesOf(groups.get(name) ?? [])]),
    [sentenceOf(changes)],
  ]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

const kinds = ['worse', 'better', 'new', 'gone'] as const

const runInWords = ({ run }: Report): string =>
  shown(
    `${run.target.name} at ${run.target.baseUrl}, profile ${profileInWords(run)}, seed ${run.seed}, ` +
      `op-conformance ${run.harness}, ${run.at}`,
  )

/** Formats the changes by reason, because many requirements may share one. */
const linesOf = (changes: readonly Difference[]): string[] => {
  const reasons = new Map<string, string[]>()
  for (const { why, level, requirement } of changes)
    reasons.set(why, [...(reasons.get(why) ?? []), `${level} ${requirement}`])
  return [...reasons].flatMap(([why, ids]) => {
    const left = ids.length - most
    return [
      `  ${ids.slice(0, most).join(', ')}${left > 0 ? ` and ${left} more` : ''}`,
      `    ${shown(why, 1000)}`,
    ]
  })
}

const most = 10

const sentenceOf = (changes: readonly Difference[]): string => {
  if (changes.length === 0) return 'The runs do not differ in any requirement.'
  const counts = kinds.map((kind) => `${changes.filter((change) => change.kind === kind).length} ${kind}`)
  const worse = changes.filter((change) => isTargetWorse([change])).length
  const target =
    worse > 0 ? `The target got worse in ${plural(worse, 'requirement')}` : 'The target did not get worse'
  return `${target}: ${counts.join(', ')}.`
}
