import type { Because, FoldedNote } from './findings/folds.ts'
import { knownLines } from './findings/known.ts'
import type { ReportOptions } from './options.ts'
import { escapeControl, shown } from './text/escape-control.ts'
import type { RunView } from './view.ts'

/** A part of a report besides its findings: what was not judged and why, or what the interface leaves open. */
export interface Section {
  kind: 'unexpected' | 'known' | 'skipped' | 'partly' | 'inconclusive' | 'error' | 'not run' | 'open'
  title: string
  entries: SectionEntry[]
}

export interface SectionEntry {
  /** The check or the requirement that the entry is about. */
  label?: string
  text?: string
  /** The checks that share the reason. */
  checks?: readonly string[]
  subjects?: readonly string[]
  /** Lines that are shown only if there is room for everything. */
  more?: readonly string[]
}

/** Returns the sections that have an entry, in the order of every report. */
export function sectionsOf(view: RunView, { known }: Pick<ReportOptions, 'known'>): Section[] {
  const { asKnown, mismatches } = knownLines(known)
  const all: Array<[Section['kind'], string, SectionEntry[]]> = [
    ['unexpected', 'Known failures that did not fail as recorded', mismatches.map((text) => ({ text }))],
    ['known', 'Known failures', asKnown.map((text) => ({ text }))],
    ['skipped', 'Skipped, and what they need', because(view.skipped)],
    ['partly', 'Left out of checks that ran, and what it needs', because(view.partly)],
    ['inconclusive', 'Inconclusive', because(view.inconclusive)],
    ['error', 'Errors of the harness', view.checks.flatMap(errorOf)],
    ['not run', 'Not run', view.checks.flatMap(({ id, verdict }) => (verdict ? [] : [{ label: id }]))],
    ['open', 'Left open by the interface: what your server does', view.notes.map(noteOf)],
  ]
  return all.flatMap(([kind, title, entries]) => (entries.length > 0 ? [{ kind, title, entries }] : []))
}

export function because(reasons: readonly Because[]): SectionEntry[] {
  return reasons.map(({ why, checks }) => ({ text: why, checks }))
}

const errorOf = ({ id, verdict }: RunView['checks'][number]): SectionEntry[] =>
  verdict?.status === 'error'
    ? [{ label: id, text: verdict.message, more: verdict.stack?.split('\n').slice(1) ?? [] }]
    : []

const noteOf = ({ requirement, got, seen }: FoldedNote): SectionEntry => ({
  label: requirement,
  text: got,
  subjects: [...new Set(seen.flatMap(({ subject }) => subject ?? []))],
  more: [...new Set(seen.map(({ check }) => check))],
})

const signs: Readonly<Record<Section['kind'], string>> = {
  unexpected: '✗ ',
  known: '· ',
  skipped: '- ',
  partly: '- ',
  inconclusive: '? ',
  error: '',
  'not run': '',
  open: '· ',
}

/** Formats a section for a terminal. */
export function sectionText({ kind, title, entries }: Section, verbose: boolean): string {
  const fits = kind !== 'not run' || entries.length <= 5
  const lines = (fits ? entries : entries.slice(0, 4)).flatMap((entry) =>
    linesOf(entry, signs[kind], verbose),
  )
  const all = fits ? lines : [...lines, `and ${entries.length - 4} more`]
  return [title, ...all.map((line) => `  ${escapeControl(line)}`)].join('\n')
}

const linesOf = (
  { label, text, checks = [], subjects = [], more = [] }: SectionEntry,
  sign: string,
  verbose: boolean,
): string[] => {
  const said = [label, text === undefined ? undefined : shown(text, label === undefined ? 1000 : 600)]
  const line = `${sign}${said.filter((part) => part !== undefined).join(': ')}`
  const isListed = verbose && checks.length > 1
  const named = checks.length > 1 ? [`${checks.length} checks`] : [...checks, ...subjects]
  const inBrackets = isListed ? [] : named
  const below = verbose ? [...(isListed ? checks : []), ...more] : []
  return [
    `${line}${inBrackets.length > 0 ? ` (${inBrackets.join(', ')})` : ''}`,
    ...below.map((one) => `    ${shown(one.trim())}`),
  ]
}
