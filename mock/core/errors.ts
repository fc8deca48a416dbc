/** A mistake in how the mock was asked for: an unknown fault, a port that is taken. The message says what to do. */
export class MockConfigurationError extends Error {
  override readonly name = 'MockConfigurationError'
  readonly code: MockErrorCode

  constructor(code: MockErrorCode, message: string) {
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

/** Something that a running mock was asked for in another media type than JSON. */
export class NotJson extends CannotDo {
  override readonly name = 'NotJson'
}

/** Every mistake in what the mock was given, by its code. */
export type MockErrorCode =
  | 'ERR_CANNOT_LISTEN'
  | 'ERR_CLIENT_KEY'
  | 'ERR_FIXTURES'
  | 'ERR_FIXTURES_UNREADABLE'
  | 'ERR_NO_PRIVATE_KEY'
  | 'ERR_UNKNOWN_CONDITION'
  | 'ERR_UNKNOWN_FAULT'
  | 'ERR_UNKNOWN_PROFILE'
  | 'ERR_UNKNOWN_VARIANT'
  | 'ERR_VARIANTS_EXCLUDE_EACH_OTHER'
