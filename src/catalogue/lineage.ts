import { ConfigurationError } from '../core/errors.ts'
import { mappingOf, optionalText } from './mapping.ts'
import { didYouMean } from './nearest.ts'
import { type SpecFile, specFile, specFilesIn, specFoldersIn, specProblem, treeOf } from './spec-file.ts'

/**
 * Returns the file of a profile. Names may come from records and bundles, so only a known name becomes part of a path.
 */
export function profileFile(name: string): SpecFile {
  const names = specFoldersIn('profiles')
  if (names.includes(name)) return specFile(`profiles/${name}/profile.yaml`)
  throw unknownProfile(name, names)
}

export function unknownProfile(name: string, names: readonly string[]): ConfigurationError {
  return new ConfigurationError(
    'ERR_UNKNOWN_PROFILE',
    `there is no profile of that name${didYouMean(name, names) || `; the profiles are ${names.join(', ')}`}`,
  )
}

/** Returns a profile's own files with that name, or in the folder with that name. */
export function ownFiles(profile: string, name: string): SpecFile[] {
  const path = `profiles/${profile}/${name}`
  return specFilesIn(`profiles/${profile}`).filter(
    (file) => file.path === path || file.path.startsWith(`${path}/`),
  )
}

/**
 * Returns the names of the profiles that a profile `extends`, followed by its own. The first one is the interface,
 * whose texts are in spec/ itself.
 */
export function lineageOf(name: string, read = profileFile, descendants: readonly string[] = []): string[] {
  const file = read(name)
  const base = optionalText(mappingOf(treeOf(file), file.path), 'extends')
  if (base === undefined) return [name]
  const others = specFoldersIn('profiles').filter((other) => ![name, ...descendants].includes(other))
  if (!others.includes(base))
    throw specProblem(file.path, `extends "${base}", which is not another profile${didYouMean(base, others)}`)
  return [...lineageOf(base, read, [name, ...descendants]), name]
}
