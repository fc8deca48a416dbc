/** Thrown where a request cannot be made because the target file lacks something: its subject is left out. */
export class MissingPrerequisite extends Error {
  override readonly name = 'MissingPrerequisite'
  /** What a repeat of the check would need, such as `another fixed receiver`; absent where the message says it. */
  readonly another: string | undefined

  constructor(message: string, another?: string) {
    super(message)
    this.another = another
  }
}

/** Thrown where nothing can be learned: the check is inconclusive. Every other error is the harness's fault. */
export class PreconditionFailed extends Error {
  override readonly name = 'PreconditionFailed'
  /** It is so for the whole run, whatever is asked for. */
  readonly isOfRun: boolean = false
}

/** The server takes no further connection, so what needs one of its own says nothing. */
export class NoFurtherConnection extends PreconditionFailed {}

/** What a request comes to that may need a connection of its own: nothing, if the server takes no further one. */
export function nothingWithoutConnection(error: unknown): undefined {
  if (!(error instanceof NoFurtherConnection)) throw error
  return undefined
}
