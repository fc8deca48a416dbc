import { stringify } from 'yaml'
import type { Evidence, Verdict } from '../core/verdict.ts'
import {
  type FailureReason,
  type KnownFailureEntry,
  type KnownFailures,
  reasonOf,
  sameReason,
} from './entry.ts'

interface Writing {
  weighs: (evidence: Evidence) => boolean
  /** The failures that were known before. Their links, dates and readings are kept. */
  before: KnownFailures | undefined
  /** The date that new entries get. */
  until: string
}

/** Creates the entries for everything that fails a run. */
export function entriesFor(
  checks: ReadonlyArray<{ id: string; verdict?: Verdict | undefined }>,
  { weighs, before, until }: Writing,
): KnownFailureEntry[] {
  return checks.flatMap(({ id, verdict }) => {
    const weighty = verdict?.status === 'failed' ? verdict.evidence.filter(weighs) : []
    if (weighty.length === 0) return []
    const known = before?.entries.find(({ check }) => check === id)
    return [
      {
        check: id,
        fails: onceEach(weighty.map(reasonOf)),
        until: known?.until ?? until,
        ...(known?.link === undefined ? {} : { link: known.link }),
        ...(known?.because === undefined ? {} : { because: known.because }),
      },
    ]
  })
}

const onceEach = (reasons: readonly FailureReason[]): FailureReason[] =>
  reasons.filter((reason, index) => reasons.findIndex((other) => sameReason(other, reason)) === index)

export function knownFailuresText(failures: readonly KnownFailureEntry[]): string {
  return `# Known failures: \`op-conformance run --known-failures FILE\` does not fail because of them, but fails as soon as
# one of them passes, fails for another reason, or is past its date. Add to each entry
#   link: the issue that tracks it
#   because: reading        # if you dispute the reading of the interface
${stringify({ version: 1, failures }, { lineWidth: 110 })}`
}
