/**
 * A mistake the user can mend: in the command line, the target file or another input. Printed without a stack,
 * exit code 2. The message is a fact, a place and a next step; it never holds a value that may be a secret.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly code: `ERR_${string}`

  constructor(code: `ERR_${string}`, message: string) {
    super(message)
    this.code = code
  }
}
