/** A line of a signature base as the server has it and as the client signed it, where the two differ. */
export interface DifferingLine {
  /** Absent where the base of the client has a line too many. */
  expected?: string
  /** Absent where it has a line too few. */
  signed?: string
}

/** The lines in which what a client signed differs from the base of the request as it was received. */
export function differingLines(expected: string, signed: string): DifferingLine[] {
  const [wanted, found] = [expected.split('\n'), signed.split('\n')]
  return Array.from({ length: Math.max(wanted.length, found.length) }, (_, at) => [wanted[at], found[at]])
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => ({
      ...(one === undefined ? {} : { expected: one }),
      ...(other === undefined ? {} : { signed: other }),
    }))
}
