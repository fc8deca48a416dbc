/** Ends a request with this status. `because` is the text of the body, if the profile has one. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, because: string) {
    super(because)
    this.status = status
  }
}
