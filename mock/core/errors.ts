/** A mistake in how the mock was asked for: an unknown fault, a port that is taken. The message says what to do. */
export class MockConfigurationError extends Error {
  override readonly name = 'MockConfigurationError'
  readonly code: `ERR_${string}`

  constructor(code: `ERR_${string}`, message: string) {
    super(message)
    this.code = code
  }
}

/** Something that a running mock was asked to do and cannot. The message says why. */
export class CannotDo extends Error {
  override readonly name: string = 'CannotDo'
}

/** Something that a running mock was asked for and does not have. */
export class NotThere extends CannotDo {
  override readonly name = 'NotThere'
}
