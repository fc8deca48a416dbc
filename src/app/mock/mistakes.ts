import { CannotDo, MockConfigurationError } from '../../../mock/core/errors.ts'
import { ConfigurationError } from '../../core/errors.ts'

/** What is wrong with how a mock is asked for, in the words of the harness. `clock`: what its user calls the clock. */
export function asConfigurationError(error: unknown, clock = 'clock'): unknown {
  if (error instanceof MockConfigurationError) return new ConfigurationError(error.code, error.message)
  if (error instanceof CannotDo) return new ConfigurationError('ERR_MOCK_CLOCK', `${clock}: ${error.message}`)
  return error
}
