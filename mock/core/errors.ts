import { closest, distance } from 'fastest-levenshtein'

/** A mistake in the settings of the mock, such as an unknown fault or a port in use. The message says what to do. */
export class MockConfigurationError extends Error {
  override readonly name = 'MockConfigurationError'
  readonly code: MockErrorCode

  constructor(code: MockErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A control request that a running mock cannot carry out. The message says why. */
export class CannotDo extends Error {
  override readonly name: string = 'CannotDo'
  readonly code: MockErrorCode

  constructor(message: string, code: MockErrorCode = 'ERR_MOCK_CONTROL') {
    super(message)
    this.code = code
  }
}

/** A control request for something that the mock does not have. */
export class NotThere extends CannotDo {
  override readonly name = 'NotThere'

  constructor(message: string) {
    super(message, 'ERR_MOCK_NOT_THERE')
  }
}

/** A control request whose body is not declared as JSON. */
export class NotJson extends CannotDo {
  override readonly name = 'NotJson'
}

/** The codes of all mistakes in the settings and the control of the mock. */
export type MockErrorCode =
  | 'ERR_CANNOT_LISTEN'
  | 'ERR_CLIENT_KEY'
  | 'ERR_FIXTURES'
  | 'ERR_FIXTURES_UNREADABLE'
  | 'ERR_MOCK_CLOCK'
  | 'ERR_MOCK_CONTROL'
  | 'ERR_MOCK_NOT_THERE'
  | 'ERR_NO_PRIVATE_KEY'
  | 'ERR_UNKNOWN_CONDITION'
  | 'ERR_UNKNOWN_FAULT'
  | 'ERR_UNKNOWN_PROFILE'
  | 'ERR_UNKNOWN_VARIANT'
  | 'ERR_VARIANTS_EXCLUDE_EACH_OTHER'

/** Suggests the known name that an unknown one begins or resembles. Returns the other next step if none is similar. */
export function suggestion(name: string, known: readonly string[], otherwise: string): string {
  const longer = known.filter((one) => name.length > 2 && one.startsWith(name))
  const candidates = longer.length > 0 ? longer : known
  if (candidates.length === 0) return otherwise
  const near = closest(name, candidates)
  const isSimilar = longer.length > 0 || distance(name, near) <= Math.max(1, Math.floor(near.length / 3))
  return isSimilar ? `Did you mean "${near}"?` : otherwise
}
