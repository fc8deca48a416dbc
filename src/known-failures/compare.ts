import { didYouMean } from '../catalogue/nearest.ts'
import type { Evidence, Verdict } from '../core/verdict.ts'
import { inWords, type KnownFailure, type KnownFailures, reasonOf, sameReason } from './entry.ts'

/** The results of known failures in a run. */
export interface ComparedFailures {
  file: string
  /** Entries whose checks failed as recorded. */
  asKnown: KnownFailure[]
  /** Reasons for which the file fails the run: a sentence each, with its line and a next step. */
  mismatches: Mismatch[]
}

export interface Mismatch {
  check: string
  /**
   * The kind of mismatch. `stale`: the check passes. `unmatched`: there is no such check. `ended`: the date is past.
   * `other reason`: the check fails for another reason.
   */
  kind: 'stale' | 'unmatched' | 'ended' | 'other reason'
  sentence: string
}

export interface CompareOptions {
  /** Tells if a piece of evidence fails the run. */
  weighs: (evidence: Evidence) => boolean
  /** The ids of all existing checks, selected or not. */
  existing: readonly string[]
  /** The present date in UTC: 2026-12-31. */
  today: string
  /** Tells if the run showed the check only a part of what it judges. A pass then means nothing. */
  isInPart: (check: string) => boolean
}

/**
 * Compares known failures with the failures of a run. An entry is ignored if its check was not tried or learned
 * nothing, or if it passed but saw only a part.
 */
export function compare(
  { file, entries }: KnownFailures,
  checks: readonly { id: string; verdict?: Verdict | undefined }[],
  circumstances: CompareOptions,
): ComparedFailures {
  const verdicts = new Map(checks.map(({ id, verdict }) => [id, verdict]))
  const compared: ComparedFailures = { file, asKnown: [], mismatches: [] }
  for (const entry of entries) {
    const mismatch = mismatchOf(entry, verdicts.get(entry.check), circumstances)
    if (mismatch) {
      const { kind, says } = mismatch
      compared.mismatches.push({ check: entry.check, kind, sentence: `${file}:${entry.line}: ${says}` })
    } else if (verdicts.get(entry.check)?.status === 'failed') compared.asKnown.push(entry)
  }
  return compared
}

const mismatchOf = (
  entry: KnownFailure,
  verdict: Verdict | undefined,
  { weighs, existing, today, isInPart }: CompareOptions,
): { kind: Mismatch['kind']; says: string } | undefined => {
  const { check, until } = entry
  if (!existing.includes(check)) {
    const meant = didYouMean(check, existing) || '; see `op-conformance list`'
    return { kind: 'unmatched', says: `there is no check ${check}${meant}` }
  }
  if (verdict?.status === 'passed' && !isInPart(check)) {
    return { kind: 'stale', says: `${check} is listed as a known failure but passed; remove the entry` }
  }
  if (verdict?.status !== 'failed') return undefined
  const other = otherReason(entry, verdict.evidence, weighs)
  if (other && !(other.kind === 'stale' && isInPart(check))) return other
  return until < today
    ? {
        kind: 'ended',
        says: `${check} was known to fail until ${until}, which is past; fix the server, or set a later date`,
      }
    : undefined
}

const otherReason = (
  { check, fails }: KnownFailure,
  evidence: readonly Evidence[],
  weighs: CompareOptions['weighs'],
): { kind: 'stale' | 'other reason'; says: string } | undefined => {
  const all = evidence.map(reasonOf)
  const weighty = evidence.filter(weighs).map(reasonOf)
  const further = weighty.find((reason) => !fails.some((known) => sameReason(known, reason)))
  if (further) {
    return {
      kind: 'other reason',
      says: `${check} fails for a different reason than the known reason (${inWords(further)}); fix the server, or add the reason`,
    }
  }
  const gone = fails.find((known) => !all.some((reason) => sameReason(known, reason)))
  return gone
    ? { kind: 'stale', says: `${check} no longer fails for ${inWords(gone)}; remove that reason` }
    : undefined
}
