import { type Alteration, altered, inPart } from '../../src/generate/altered.ts'
import { lastSegment } from '../../src/http/path-segment.ts'
import { mayCount, unknownOfSameForm } from './unknown-id.ts'

/** Changes to the last segment of a URL, or to its host, so that it names nothing. */
export const elsewhere = [
  'its last characters altered',
  ...inPart,
  'on another host',
] as const satisfies ReadonlyArray<Alteration | 'its last characters altered' | 'on another host'>

export type Elsewhere = (typeof elsewhere)[number]

/**
 * Changes a wallet address in one of these ways. If it has no path or ends in a number, its last characters are changed
 * instead.
 */
export function walletElsewhere(url: string, how: Elsewhere): string {
  if (how === 'on another host') return url.replace(/^(\w+:\/\/)[^/?#]*/, '$1unknown.invalid')
  const segment = lastSegment(url)
  const hasPath = /^\w+:\/\/[^/]+\/.*[^/]$/.test(url)
  if (how === 'its last characters altered' || !hasPath || /^\d{1,8}$/.test(segment))
    return unknownOfSameForm(url)
  return url.slice(0, url.length - segment.length) + altered(segment, how)
}

/** Changes the URL of a resource in one of these ways, unless that may give the URL of another resource. */
export function urlElsewhere(url: string, how: Elsewhere): string {
  return mayCount(url) && how !== 'on another host' ? unknownOfSameForm(url) : walletElsewhere(url, how)
}
