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

/** Returns the place of a failure. A member that the evidence does not have is absent, so that it stands for all. */
export function placeOf({ subject, given, circumstances }: FailedPlace): FailedPlace {
  return {
    ...(circumstances === undefined ? {} : { circumstances }),
    ...(subject === undefined ? {} : { subject }),
    ...(given === undefined ? {} : { given }),
  }
}

/** Returns the places that are about this subject. */
export function ofSubject<P extends Place>(places: readonly P[], subject: string): P[] {
  return places.filter((place) => place.subject === undefined || place.subject === subject)
}

/** Returns the values that the places name, or undefined if one of them stands for all values. */
export function valuesIn(places: readonly Place[] | undefined): unknown[] | undefined {
  return places?.every((place) => 'given' in place) ? places.map(({ given }) => given) : undefined
}

/** Returns those of the values that are named, compared as JSON. */
export function listedAmong<T>(values: readonly T[], named: readonly unknown[]): T[] {
  const texts = new Set(named.map((value) => JSON.stringify(value)))
  return values.filter((value) => texts.has(JSON.stringify(value)))
}
