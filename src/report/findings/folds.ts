import type { Note } from '../../core/verdict.ts'
import type { CheckView } from './finding.ts'

/** Checks that share a reason: a key that the target file lacks, or a control request that was refused. */
export interface Because {
  why: string
  checks: string[]
}

/** The behaviour of the target at a point that the interface leaves open, collected over checks and subjects. */
export interface FoldedNote {
  requirement: string
  got: string
  seen: Array<{ check: string; subject?: string | undefined }>
}

/** An id in a path of the interface, which differs from request to request. */
const idInPath = /((?:quotes|incoming-payments|outgoing-payments)\/)[^\s/?,;]+?(?=:?(?:[\s/?,;]|$))/g

const withoutIds = (why: string): string => why.replace(idInPath, '$1{id}')

/**
 * Groups checks by the reasons that `reasonsOf` gives, sorted by reason. Reasons that differ only in the ids of paths
 * become one, which has `{id}` instead.
 */
export function byReason<T extends { id: string }>(
  checks: readonly T[],
  reasonsOf: (check: T) => string[],
): Because[] {
  const groups = new Map<string, Because>()
  for (const check of checks) {
    for (const why of reasonsOf(check)) {
      const form = withoutIds(why)
      const group = groups.get(form) ?? { why, checks: [] }
      if (group.why !== why) group.why = form
      if (group.checks.at(-1) !== check.id) group.checks.push(check.id)
      groups.set(form, group)
    }
  }
  return [...groups.values()].sort((a, b) => (a.why < b.why ? -1 : 1))
}

/**
 * Joins all missing needs into one reason, because meeting only one would not be enough. Returns none if nothing is
 * missing.
 */
export function lackOf(missing: readonly string[]): string[] {
  return missing.length === 0 ? [] : [[...new Set(missing)].join('; ')]
}

/** The needs that would have to be met to run a skipped check. */
export function missingFor({ verdict }: CheckView): string[] {
  return verdict?.status === 'skipped' ? lackOf(verdict.missing) : []
}

export function reasonFor({ verdict }: CheckView): string[] {
  return verdict?.status === 'inconclusive' ? [verdict.reason] : []
}

/** Groups what was left out of checks that ran by reason, whatever the operation: `create-quote, get-quote: why`. */
export function leftOut(checks: readonly CheckView[]): Because[] {
  const operations = new Map<string, Set<string>>()
  const reasonsOf = (check: CheckView): string[] =>
    (check.verdict?.status === 'skipped' ? [] : check.partly).map((text) => {
      const [operation = '', why = text] = /^([a-z-]+): (.*)$/s.exec(text)?.slice(1) ?? []
      const form = withoutIds(why)
      operations.set(form, (operations.get(form) ?? new Set()).add(operation))
      return why
    })
  return byReason(checks, reasonsOf).map(({ why, checks: sharing }) => {
    const named = [...(operations.get(withoutIds(why)) ?? [])].filter((operation) => operation !== '').sort()
    return { why: named.length > 0 ? `${named.join(', ')}: ${why}` : why, checks: sharing }
  })
}

export function foldedNotes(checks: readonly CheckView[]): FoldedNote[] {
  const notes = new Map<string, FoldedNote>()
  for (const { id, notes: own } of checks) {
    for (const { requirement, got, subject } of own) {
      const note = notes.get(keyOf({ requirement, got })) ?? { requirement, got, seen: [] }
      note.seen.push({ check: id, subject })
      notes.set(keyOf(note), note)
    }
  }
  return [...notes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, note]) => note)
}

const keyOf = ({ requirement, got }: Pick<Note, 'requirement' | 'got'>): string => `${requirement} ${got}`
