/** Thrown where a request cannot be made because the target file lacks something: its subject is left out. */
export class Lacking extends Error {
  override readonly name = 'Lacking'
}

/** Thrown where nothing can be learned: the check is inconclusive. Every other error is the harness's fault. */
export class Unmet extends Error {
  override readonly name = 'Unmet'
}
