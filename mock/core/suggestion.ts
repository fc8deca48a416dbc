import { closest, distance } from 'fastest-levenshtein'

/** Suggests the known name that an unknown one begins or resembles. Returns the other next step if none is similar. */
export function suggestion(name: string, known: readonly string[], otherwise: string): string {
  const longer = known.filter((one) => name.length > 2 && one.startsWith(name))
  const candidates = longer.length > 0 ? longer : known
  if (candidates.length === 0) return otherwise
  const near = closest(name, candidates)
  const isSimilar = longer.length > 0 || distance(name, near) <= Math.max(1, Math.floor(near.length / 3))
  return isSimilar ? `Did you mean "${near}"?` : otherwise
}
