import type { ComparedFailures } from '../../known-failures/compare.ts'
import type { KnownFailure } from '../../known-failures/entry.ts'
import type { Strictness } from '../exit-code.ts'

/** Describes a check's entry in the known failures, or returns undefined if it does not fail as known. */
export function knownInWords({ known }: Pick<Strictness, 'known'>, check: string): string | undefined {
  const entry = known?.asKnown.find((one) => one.check === check)
  return entry && wordsOf(entry)
}

const wordsOf = ({ until, link, because }: KnownFailure): string =>
  [
    `until ${until}`,
    link ?? 'no link yet',
    ...(because === 'reading' ? ['the reading is disputed'] : []),
  ].join(', ')

/** Returns one line for each check that failed as known, and one for each that did not. */
export function knownLines(known: ComparedFailures | undefined): { asKnown: string[]; mismatches: string[] } {
  return {
    asKnown: (known?.asKnown ?? []).map((entry) => `${entry.check} (${wordsOf(entry)})`),
    mismatches: (known?.mismatches ?? []).map(({ sentence }) => sentence),
  }
}
