import type { Session } from '../check/session.ts'
import type { ReceiverKind } from '../core/receiver.ts'
import type { KeyPath } from '../target-file/reading/problem.ts'
import type { Target } from '../target-file/target.ts'

/** Asks a target what it shows. A run does so before its first check, and so does the doctor. */
export type Prober = Pick<Session, 'target' | 'send'>

/** A place of the target file that says something else than the server shows. */
export interface Contradiction {
  place: KeyPath
  fact: string
  /** The next step of the user, in words that follow a semicolon. */
  next: string
}

/** Formats a contradiction as `FILE:LINE: KEY: fact; next step`. */
export function inSentence({ place, fact, next }: Contradiction, { placeOf }: Target): string {
  return `${placeOf(place)}: ${fact}; ${next}`
}

/** Returns the key of the target file that the receivers of a kind come from. */
export function placeOfKind(kind: ReceiverKind, { receivers }: Target): Array<string | number> {
  const source = receivers.sources[kind]
  if (source?.kind === 'list') return ['receivers', kind, 0]
  return source?.kind === 'create' ? ['receivers', kind, 'create'] : ['receivers', 'command']
}
