import { ConfigurationError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'
import { onceForName } from '../core/once.ts'
import { lineageOf, profileFile, unknownProfile } from './lineage.ts'
import { didYouMean } from './nearest.ts'
import { defaultProfile, type Profile } from './profile.ts'
import { type NamedProfile, profileIn } from './profile-file.ts'
import { specFoldersIn } from './spec-file.ts'

/** Returns the profile with that name or alias. Throws a ConfigurationError that lists the existing names. */
export function loadProfile(name: string): Profile {
  return profileNamed(name, knownProfiles('profiles'))
}

/** Returns the profiles' own names, the default one first. */
export function profileNames(): string[] {
  const names = knownProfiles('profiles').map(({ profile }) => profile.name)
  return [defaultProfile, ...names.filter((name) => name !== defaultProfile)]
}

const knownProfiles = onceForName((folder): readonly NamedProfile[] =>
  specFoldersIn(folder).map((name) => profileIn(lineageOf(name).map(profileFile))),
)

export function profileNamed(name: string, known: readonly NamedProfile[]): Profile {
  const found = known.find(({ profile, aliases }) => profile.name === name || aliases.includes(name))
  if (found) return found.profile
  throw unknownProfile(
    name,
    known.flatMap(({ profile, aliases }) => [profile.name, ...aliases]),
  )
}

/**
 * Applies the overrides of a target file to a profile, by the profile's own keys. Its name, its operations and its
 * table of refusals cannot be overridden. Throws a ConfigurationError if a key is unknown or a value does not fit. The
 * error never shows a value.
 */
export function withOverrides(profile: Profile, overrides: Record<string, unknown>): Profile {
  const { name, operations, refusals, ...open } = profile
  const changed = replaced(open, overrides, 'profileOverrides')
  if (changed.pageSize.minimum > changed.pageSize.maximum) {
    throw problem('profileOverrides.pageSize', 'has a minimum above its maximum')
  }
  return { name, operations, refusals, ...changed }
}

/** Replaces the leaves of `before` that `after` names. A leaf keeps its type. */
const replaced = <T>(before: T, after: unknown, place: string): T => {
  if (isObject(before)) {
    if (!isObject(after)) throw problem(place, 'is not a mapping')
    const entries = Object.entries(after).map(([key, value]) => {
      if (!Object.hasOwn(before, key)) throw unknownKey(place, key, Object.keys(before))
      return [key, replaced(before[key], value, `${place}.${key}`)]
    })
    return { ...before, ...Object.fromEntries(entries) }
  }
  if (typeof before === 'number' && !(Number.isInteger(after) && Number(after) > 0)) {
    throw problem(place, 'is not a whole number from 1')
  }
  if (typeof before === 'string' && !(typeof after === 'string' && after !== ''))
    throw problem(place, 'is not text')
  return after as T
}

const unknownKey = (place: string, key: string, known: string[]): ConfigurationError =>
  problem(
    `${place}.${key}`,
    `is not a key of a profile${didYouMean(key, known) || `; there is ${known.join(', ')}`}`,
  )

const problem = (place: string, fact: string): ConfigurationError =>
  new ConfigurationError('ERR_PROFILE_OVERRIDE', `${place} ${fact}`)
