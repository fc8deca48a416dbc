import { ConfigurationError } from '../core/errors.ts'
import { mappingOf, optionalText } from './mapping.ts'
import { didYouMean } from './nearest.ts'
import { type SpecFile, specFile, specFilesIn, specFoldersIn, specProblem, treeOf } from './spec-file.ts'

/** Names come from records and bundles too: only a name that is known becomes a part of a path. */
export function profileFile(name: string): SpecFile {
  const names = specFoldersIn('profiles')
  if (names.includes(name)) return specFile(`profiles/${name}/profile.yaml`)
  throw new ConfigurationError(
    'ERR_UNKNOWN_PROFILE',
    `there is no profile of that name${didYouMean(name, names) || `; the profiles are ${names.join(', ')}`}`,
  )
}

/** The files of that name, or in the folder of that name, that a profile has of its own. */
export function ownFiles(profile: string, name: string): SpecFile[] {
  const path = `profiles/${profile}/${name}`
  return specFilesIn(`profiles/${profile}`).filter(
    (file) => file.path === path || file.path.startsWith(`${path}/`),
  )
}

/** A profile after those that it `extends`. The first one is the interface, whose texts lie in spec/ itself. */
export function lineageOf(name: string, read = profileFile, descendants: readonly string[] = []): string[] {
  const file = read(name)
  const base = optionalText(mappingOf(treeOf(file), file.path), 'extends')
  if (base === undefined) return [name]
  const others = specFoldersIn('profiles').filter((other) => ![name, ...descendants].includes(other))
  if (!others.includes(base))
    throw specProblem(file.path, `extends "${base}", which is not another profile${didYouMean(base, others)}`)
  return [...lineageOf(base, read, [name, ...descendants]), name]
}
