import { closest, distance } from 'fastest-levenshtein'

/** Returns the known name that was probably meant, or undefined if none is similar. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const candidate = closest(name, known)
  return distance(plain(name), plain(candidate)) <= Math.max(1, Math.floor(candidate.length / 3))
    ? candidate
    : undefined
}

const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
