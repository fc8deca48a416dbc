/** Ends a request with this status. `because` becomes the body, a JSON text; a 401 has none. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, because: string) {
    super(because)
    this.status = status
  }
}
