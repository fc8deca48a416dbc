import type { Profile } from '../catalogue/profile.ts'
import { loadProfile, withOverrides } from '../catalogue/profiles.ts'
import { ConfigurationError } from '../core/errors.ts'
import type { TargetFile } from './file.ts'
import { ValidationError } from './problem.ts'
import type { Problems } from './problems.ts'

/** The profile that the command line or else the file names, with the file's overrides. */
export function profileOf(
  file: TargetFile,
  named: string | undefined,
  problems: Problems,
): Profile | undefined {
  const profile = named
    ? asked(named)
    : problems.attempt(['profile'], () => inFile(() => loadProfile(file.profile)))
  return (
    profile &&
    problems.attempt(['profileOverrides'], () => inFile(() => withOverrides(profile, file.profileOverrides)))
  )
}

/** By the command line, or by the report of the run that is replayed. */
const asked = (name: string): Profile => {
  try {
    return loadProfile(name)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    throw new ConfigurationError(error.code, `Profile ${name}: ${error.message}`)
  }
}

/** A mistake that the catalogue finds, told with its place in the file. */
const inFile = (read: () => Profile): Profile => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    throw misfitOf(error)
  }
}

/** Of an override the catalogue names the place first: `profileOverrides.query.first is not text`. */
const misfitOf = ({ code, message }: ConfigurationError): ValidationError => {
  const [, keys, fact] = /^profileOverrides(\.\S+)? (.*)$/s.exec(message) ?? []
  const path = keys?.slice(1).split('.') ?? []
  return new ValidationError(code, fact ?? message, 'correct it or remove it', path)
}
