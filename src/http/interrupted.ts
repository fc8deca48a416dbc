/** Thrown when the user interrupts the run. Nothing more is sent, and a request without a response is not judged. */
export class Interrupted extends Error {
  readonly code = 'ERR_INTERRUPTED'

  constructor() {
    super('the run was interrupted')
  }
}
