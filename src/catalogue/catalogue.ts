import { onceForName } from '../core/once.ts'
import {
  given,
  listOf,
  type Mapping,
  mappingOf,
  oneOf,
  optionalText,
  optionalTexts,
  text,
} from './mapping.ts'
import { defaultProfile } from './profile.ts'
import type { Requirement } from './requirement.ts'
import { type SpecFile, specFilesIn, specProblem, treeOf } from './spec-file.ts'
import { viewsIn } from './views.ts'

/** Every requirement that stands in a profile, by its id. */
export type Catalogue = ReadonlyMap<string, Requirement>

/** The catalogue of a profile, by the profile's own name; read once. */
export function loadCatalogue(profile: string = defaultProfile): Catalogue {
  return read(profile)
}

const read = onceForName((profile) => catalogueOf(specFilesIn('requirements'), profile))

/** Reads the entries of all files. Throws a ConfigurationError with file and id where an entry is wrong. */
export function catalogueOf(files: readonly SpecFile[], profile: string = defaultProfile): Catalogue {
  const catalogue = new Map<string, Requirement>()
  const homes = new Map<string, string>()
  for (const file of files) {
    for (const requirement of requirementsIn(file, profile)) {
      const home = homes.get(requirement.id)
      if (home)
        throw specProblem(`${file.path}: ${requirement.id}`, `is already in spec/${home}; ids are unique`)
      homes.set(requirement.id, file.path)
      if (requirement.profiles.includes(profile)) catalogue.set(requirement.id, requirement)
    }
  }
  return catalogue
}

const shared = ['level', 'actor', 'source', 'profiles', 'basis', 'later']
const own = ['id', 'says', 'reading', 'disputed', 'schema', 'views', 'untested', 'in']
/** What may be said otherwise under `in: { <profile>: … }`. */
const amendable = ['level', 'says', 'source', 'basis', 'reading', 'disputed', 'schema', 'untested']

/** A file holds `defaults`, which stand for every entry that does not say otherwise, and `requirements`. */
const requirementsIn = (file: SpecFile, profile: string): Requirement[] => {
  const { values } = mappingOf(treeOf(file), file.path, ['defaults', 'requirements'])
  const defaults = mappingOf(values.defaults ?? {}, `${file.path}: defaults`, shared)
  return listOf(values.requirements, `${file.path}: requirements`).map((entry, index) => {
    const { id } = mappingOf(entry, `${file.path}: entry ${index + 1}`).values
    const place = `${file.path}: ${typeof id === 'string' ? id : `entry ${index + 1}`}`
    const { values } = mappingOf(entry, place, [...own, ...shared])
    const { in: amended = {}, ...said } = values
    const whole = requirementOf({ place, values: { ...defaults.values, ...said } })
    const amendment = amendmentIn(amended, place, whole.profiles).get(profile)
    return amendment ? requirementOf({ place, values: { ...defaults.values, ...said, ...amendment } }) : whole
  })
}

/** What an entry says otherwise in single profiles, by profile. */
const amendmentIn = (
  amended: unknown,
  place: string,
  profiles: readonly string[],
): Map<string, Mapping['values']> =>
  new Map(
    Object.entries(mappingOf(amended, `${place}: in`, profiles).values).map(([name, value]) => [
      name,
      mappingOf(value, `${place}: in ${name}`, amendable).values,
    ]),
  )

const requirementOf = (entry: Mapping): Requirement => {
  const requirement: Requirement = {
    id: idOf(entry),
    level: oneOf(entry, 'level', ['MUST', 'SHOULD', 'MAY', 'note']),
    actor: oneOf(entry, 'actor', ['resource-server', 'client']),
    says: text(entry, 'says'),
    source: text(entry, 'source'),
    profiles: optionalTexts(entry, 'profiles') ?? [],
    basis: oneOf(entry, 'basis', ['stated', 'inferred']),
    ...given('reading', optionalText(entry, 'reading')),
    ...given('disputed', optionalTexts(entry, 'disputed')),
    ...given('schema', optionalTexts(entry, 'schema')),
    ...given('views', viewsIn(entry)),
    ...given('untested', optionalText(entry, 'untested')),
    ...given('later', optionalText(entry, 'later')),
  }
  const contradiction = contradictionIn(requirement)
  if (contradiction) throw specProblem(entry.place, contradiction)
  return requirement
}

const idOf = (entry: Mapping): string => {
  const id = text(entry, 'id')
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(id)) {
    throw specProblem(
      entry.place,
      'the id is not of lower-case words with dots between them, such as quote.id.uri',
    )
  }
  return id
}

const contradictionIn = ({ profiles, untested, later, disputed }: Requirement): string | undefined => {
  if (profiles.length === 0) return 'profiles is missing'
  if (untested !== undefined && later !== undefined) return 'is both untested and later; keep one'
  if (disputed?.length === 1) return 'disputed gives one reading; give both'
  return undefined
}
