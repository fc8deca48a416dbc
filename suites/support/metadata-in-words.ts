import { beginningOf, commonBeginning } from '../../src/core/beginning.ts'
import { asText, isMembers, sameJson } from '../../src/core/json.ts'

/** The longest metadata that is shown whole, and the characters of a text that are shown around a difference. */
const longest = 200
const around = 20

/** The first place at which two values differ, and what each has there. Undefined stands for an absent member. */
interface MetadataDifference {
  place: string
  wanted: unknown
  came: unknown
}

/**
 * Describes metadata as it was sent and as it came back, for a finding. Of long metadata, only the first place that
 * differs is described, as a JSON pointer and the values there.
 */
export function metadataInWords(sent: unknown, shown: unknown): { want: string; got: string } {
  const [want, got] = [sent, shown].map((value) => `metadata ${asText(value)}`) as [string, string]
  const first = want.length + got.length > longest ? firstDifference('', sent, shown) : undefined
  if (first === undefined) return { want: cut(want), got: cut(got) }
  const { place, wanted, came } = first
  const from = typeof wanted === 'string' && typeof came === 'string' ? commonBeginning(wanted, came) : 0
  return {
    want: `metadata with ${cut(place)}: ${valueInWords(wanted, from)}`,
    got: `metadata with ${cut(place)}: ${valueInWords(came, from)}`,
  }
}

/** Returns true if each member of the metadata that was sent is shown unchanged. A server may add members of its own. */
export function keepsMembers(sent: unknown, shown: unknown): boolean {
  if (!isMembers(sent) || !isMembers(shown)) return sameJson(sent, shown)
  const asked = Object.entries(shown).filter(([name]) => Object.hasOwn(sent, name))
  return sameJson(sent, Object.fromEntries(asked))
}

const firstDifference = (place: string, wanted: unknown, came: unknown): MetadataDifference | undefined => {
  if (sameJson(wanted, came)) return undefined
  if (!isOfParts(wanted) || !isOfParts(came) || Array.isArray(wanted) !== Array.isArray(came))
    return { place, wanted, came }
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(came)])) {
    const [one, other] = [wanted, came].map((value) =>
      Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined,
    )
    const found = one === other ? undefined : firstDifference(`${place}/${name}`, one, other)
    if (found) return found
  }
  return { place, wanted, came }
}

const isOfParts = (value: unknown): value is object => isMembers(value) || Array.isArray(value)

/** Shows a text around the place from which it differs, and how long it is. */
const valueInWords = (value: unknown, from: number): string => {
  if (typeof value !== 'string') return cut(asText(value))
  if (value.length <= longest) return JSON.stringify(value)
  const shown = value.slice(Math.max(0, from - around), from + around)
  return `${JSON.stringify(`…${shown}…`)}, a text of ${value.length} characters`
}

const cut = (text: string): string => (text.length > longest ? `${beginningOf(text, longest)}…` : text)
