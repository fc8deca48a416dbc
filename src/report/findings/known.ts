import type { ComparedFailures } from '../../known-failures/compare.ts'
import type { KnownFailure } from '../../known-failures/entry.ts'
import type { Strictness } from '../exit-code.ts'

/** What is said where a check fails as known; undefined where it does not. */
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

/** Every known failure of the run, and every one that did not fail as known: a line each. */
export function knownLines(known: ComparedFailures | undefined): { asKnown: string[]; mismatches: string[] } {
  return {
    asKnown: (known?.asKnown ?? []).map((entry) => `${entry.check} (${wordsOf(entry)})`),
    mismatches: (known?.mismatches ?? []).map(({ sentence }) => sentence),
  }
}
