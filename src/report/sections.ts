import { type Block, code, type Item, joined, section, words } from './document/document.ts'
import type { ReportOptions } from './exit-code.ts'
import { knownLines } from './findings/finding-words.ts'
import type { Because, FoldedNote } from './findings/folds.ts'
import type { RunView } from './view.ts'

/** A part of a report besides its findings: what was not judged and why, or what the interface leaves open. */
export interface ReportSection {
  kind: keyof typeof signs
  title: string
  entries: SectionEntry[]
}

export interface SectionEntry {
  /** The check or the requirement that the entry is about. */
  label?: string
  text?: string
  /** Words of the report itself. */
  note?: string
  /** The checks that share the reason. */
  checks?: readonly string[]
  subjects?: readonly string[]
  /** Lines that are shown only if there is room for everything. */
  more?: readonly string[]
}

/** Returns the sections that have an entry, in the order of every report. */
export function sectionsOf(view: RunView, { known }: Pick<ReportOptions, 'known'>): ReportSection[] {
  const { asKnown, mismatches } = knownLines(known)
  const all: Array<[ReportSection['kind'], string, SectionEntry[]]> = [
    ['remarks', 'About the target file and the server', view.remarks.map((text) => ({ text }))],
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

/** The kinds of sections, each with the sign before its entries. */
const signs = {
  remarks: '! ',
  unexpected: '✗ ',
  known: '· ',
  skipped: '- ',
  partly: '- ',
  inconclusive: '? ',
  error: '',
  'not run': '',
  open: '· ',
} as const

/** Makes a block of a section. Everything but what needs attention is folded. */
export function sectionBlock({ kind, title, entries }: ReportSection, verbose: boolean): Block {
  const fits = kind !== 'not run' || entries.length <= 5
  const items = (fits ? entries : entries.slice(0, 4)).map((entry) => itemOf(entry, signs[kind], verbose))
  const all = fits ? items : [...items, { text: `and ${entries.length - 4} more` }]
  return {
    ...section(title, { kind: 'list', items: all }),
    ...(kind === 'unexpected' || kind === 'remarks' ? {} : { folded: true, count: entries.length }),
  }
}

const itemOf = (
  { label, text, note, checks = [], subjects = [], more = [] }: SectionEntry,
  mark: string,
  verbose: boolean,
): Item => {
  const isListed = verbose && checks.length > 1
  const named =
    checks.length > 1 ? [`${checks.length} checks`] : [...checks, ...subjects].map((one) => code(one))
  const said = [
    ...(label === undefined ? [] : [code(label)]),
    ...(text === undefined ? [] : [words(text, label === undefined ? 1000 : 600)]),
  ]
  return {
    mark,
    text: [
      note ?? joined(said, ': '),
      ...(named.length === 0 || isListed ? [] : [' (', joined(named, ', '), ')']),
    ],
    below: verbose ? [...(isListed ? checks : []), ...more].map((one) => words(one.trim(), 300)) : [],
  }
}
