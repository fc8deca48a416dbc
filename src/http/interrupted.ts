/** The user interrupts: nothing more is sent, and what got no answer is not judged. */
export class Interrupted extends Error {
  readonly code = 'ERR_INTERRUPTED'

  constructor() {
    super('the run was interrupted')
  }
}
