import { escapeControl, shown } from './escape-control.ts'
import type { Because, FoldedNote } from './folds.ts'
import { knownLines } from './known.ts'
import type { ReportOptions } from './options.ts'
import type { RunView } from './view.ts'

/** What was not judged and why, and what is left open: one section each, none where there is nothing to say. */
export function sections(view: RunView, options: ReportOptions): string[] {
  return [
    section(
      'Known failures that did not fail as recorded',
      knownLines(options.known).mismatches.map(marked('✗')),
    ),
    section('Known failures', knownLines(options.known).asKnown.map(marked('·'))),
    section('Skipped, and what they need', because(view.skipped, '-', options)),
    section('Left out of checks that ran, and what it needs', because(view.partly, '-', options)),
    section('Inconclusive', because(view.inconclusive, '?', options)),
    section('Errors of the harness', errors(view, options)),
    section('Not run', notRun(view)),
    section('Left open by the interface: what your server does', notes(view.notes, options)),
  ].filter((text) => text !== '')
}

const marked =
  (sign: string) =>
  (line: string): string =>
    `${sign} ${shown(line, 1000)}`

/** Nothing where there are no lines. */
export function section(title: string, lines: string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${escapeControl(line)}`)].join('\n')
}

export function because(
  reasons: readonly Because[],
  sign: string,
  { verbose }: { verbose: boolean },
): string[] {
  return reasons.flatMap(({ why, checks }) => {
    const [only] = checks
    if (checks.length === 1 || !verbose)
      return [`${sign} ${shown(why, 1000)} (${checks.length === 1 ? only : `${checks.length} checks`})`]
    return [`${sign} ${shown(why, 1000)}`, ...checks.map((check) => `    ${check}`)]
  })
}

const errors = ({ checks }: RunView, { verbose }: ReportOptions): string[] =>
  checks.flatMap(({ id, verdict }) => {
    if (verdict?.status !== 'error') return []
    const stack = verbose && verdict.stack ? verdict.stack.split('\n').slice(1) : []
    return [`${id}: ${shown(verdict.message)}`, ...stack.map((line) => `    ${shown(line.trim())}`)]
  })

const notRun = ({ checks }: RunView): string[] => {
  const ids = checks.filter(({ verdict }) => !verdict).map(({ id }) => id)
  if (ids.length <= 5) return ids
  return [...ids.slice(0, 4), `and ${ids.length - 4} more`]
}

const notes = (folded: readonly FoldedNote[], { verbose }: ReportOptions): string[] =>
  folded.flatMap(({ requirement, got, seen }) => {
    const subjects = [...new Set(seen.flatMap(({ subject }) => subject ?? []))]
    const line = `· ${requirement}: ${shown(got)}${subjects.length > 0 ? ` (${subjects.join(', ')})` : ''}`
    return verbose ? [line, ...[...new Set(seen.map(({ check }) => `    ${check}`))]] : [line]
  })
