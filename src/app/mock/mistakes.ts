import { CannotDo, MockConfigurationError } from '../../../mock/core/errors.ts'
import { ConfigurationError } from '../../core/errors.ts'

/**
 * Converts a mistake in the settings of a mock to an error of the harness. `clock` is the name of the setting of the
 * clock.
 */
export function asConfigurationError(error: unknown, clock = 'clock'): unknown {
  if (error instanceof MockConfigurationError) return new ConfigurationError(error.code, error.message)
  if (error instanceof CannotDo) return new ConfigurationError('ERR_MOCK_CLOCK', `${clock}: ${error.message}`)
  return error
}
