/** A line that differs between the server's signature base and the one that the client signed. */
export interface DifferingLine {
  /** The line of the server's base, or undefined if the client's base has an extra line here. */
  expected?: string
  /** The line of the client's base, or undefined if it lacks the line. */
  signed?: string
}

/** Returns the lines in which the base that a client signed differs from the base of the request as received. */
export function differingLines(expected: string, signed: string): DifferingLine[] {
  const [wanted, found] = [expected.split('\n'), signed.split('\n')]
  return Array.from({ length: Math.max(wanted.length, found.length) }, (_, at) => [wanted[at], found[at]])
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => ({
      ...(one === undefined ? {} : { expected: one }),
      ...(other === undefined ? {} : { signed: other }),
    }))
}
