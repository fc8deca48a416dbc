/** Thrown if a request cannot be made because the target file lacks something. Its subject is left out. */
export class MissingPrerequisite extends Error {
  override readonly name = 'MissingPrerequisite'
  /**
   * The value that a repeat of the check would need, such as `another fixed receiver`, or undefined if the message says
   * it.
   */
  readonly another: string | undefined

  constructor(message: string, another?: string) {
    super(message)
    this.another = another
  }
}

/** Thrown if nothing can be learned: the check is inconclusive. Every other error is the harness's fault. */
export class PreconditionFailed extends Error {
  override readonly name = 'PreconditionFailed'
  /** Set if the condition holds for the whole run, whatever is requested. */
  readonly isOfRun: boolean = false
}

/** Thrown if the server accepts no further connection, so that a request that needs its own shows nothing. */
export class NoFurtherConnection extends PreconditionFailed {}

/** Turns PreconditionFailed into undefined, where the rest can be done without. Any other error is thrown again. */
export function nothingIfUnmet(error: unknown): undefined {
  if (!(error instanceof PreconditionFailed)) throw error
  return undefined
}

/**
 * Turns PreconditionFailed into undefined, unless the condition holds for the whole run: then the rest cannot be done
 * either. Any other error is thrown again.
 */
export function nothingIfUnmetHere(error: unknown): undefined {
  if (error instanceof PreconditionFailed && error.isOfRun) throw error
  return nothingIfUnmet(error)
}

/**
 * Turns NoFurtherConnection into undefined: a request that needs its own connection then shows nothing. Any other error
 * is thrown again.
 */
export function nothingWithoutConnection(error: unknown): undefined {
  if (!(error instanceof NoFurtherConnection)) throw error
  return undefined
}
