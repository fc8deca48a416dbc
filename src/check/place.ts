/** A part of a check: a request that it tries, a value that it tries, or both. A missing member stands for all. */
export interface Place {
  /** The operation of the request. */
  subject?: string | undefined
  given?: unknown
}

/** The place of a failure that is tried again. */
export interface FailedPlace extends Place {
  circumstances?: readonly string[] | undefined
}

/** Returns the places that are about this subject. */
export function ofSubject<P extends Place>(places: readonly P[], subject: string): P[] {
  return places.filter((place) => place.subject === undefined || place.subject === subject)
}

/** Returns true if one of the places contains this value of this subject. Without places, everything is wanted. */
export function isWanted(
  places: readonly Place[] | undefined,
  { subject, given }: Required<Place> & { subject: string },
): boolean {
  if (!places) return true
  const value = JSON.stringify(given)
  return ofSubject(places, subject).some(
    (place) => !('given' in place) || JSON.stringify(place.given) === value,
  )
}

/** Returns the values that the places name, or undefined if one of them stands for all values. */
export function valuesIn(places: readonly Place[] | undefined): unknown[] | undefined {
  return places?.every((place) => 'given' in place) ? places.map(({ given }) => given) : undefined
}
