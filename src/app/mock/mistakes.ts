import { CannotDo, MockConfigurationError } from '../../../mock/core/errors.ts'
import { ConfigurationError } from '../../core/errors.ts'

/**
 * Converts a mistake in the settings or the control of a mock to an error of the harness. `clock`: the setting that a
 * mistake of the clock stands in.
 */
export function asConfigurationError(error: unknown, clock?: string): unknown {
  const isOfMock = error instanceof MockConfigurationError || error instanceof CannotDo
  if (!isOfMock) return error
  const place = error.code === 'ERR_MOCK_CLOCK' && clock !== undefined ? `${clock}: ` : ''
  return new ConfigurationError(error.code, place + error.message)
}
