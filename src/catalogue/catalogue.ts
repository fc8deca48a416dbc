import { onceForName } from '../core/once.ts'
import { lineageOf, ownFiles } from './lineage.ts'
import {
  given,
  listOf,
  type Mapping,
  mappingOf,
  oneOf,
  optionalPart,
  optionalText,
  optionalTexts,
  text,
} from './mapping.ts'
import { didYouMean } from './nearest.ts'
import { defaultProfile } from './profile.ts'
import { type GeneralRule, loadGeneralRules, quotationsIn, type Requirement, viewsIn } from './requirement.ts'
import { mergePatch, type SpecFile, specFilesIn, specProblem, treeOf } from './spec-file.ts'

export type Catalogue = ReadonlyMap<string, Requirement>

/** Returns the catalogue of a profile, given the profile's own name (no alias). Cached. */
export function loadCatalogue(profile: string = defaultProfile): Catalogue {
  return read(profile)
}

const read = onceForName((profile) => catalogueOf(lineageOf(profile).map(layerOf)))

/** The requirements that one profile adds to those of the profiles that it extends, and its amendments of those. */
export interface CatalogueLayer {
  profile: string
  files: readonly SpecFile[]
  inherited?: SpecFile | undefined
}

const layerOf = (profile: string): CatalogueLayer => {
  if (profile === defaultProfile) return { profile, files: specFilesIn('requirements') }
  const [inherited] = ownFiles(profile, 'inherited.yaml')
  return { profile, files: ownFiles(profile, 'requirements'), inherited }
}

/**
 * Builds the catalogue of the last layer. Throws a ConfigurationError with file and id if an entry is wrong, if an id
 * occurs twice, or if a layer amends a requirement that it does not inherit.
 */
export function catalogueOf(layers: readonly CatalogueLayer[]): Catalogue {
  const entries = new Map<string, CatalogueEntry>()
  for (const { profile, files, inherited } of layers) {
    if (inherited) inherit(entries, inherited)
    for (const file of files) {
      for (const entry of entriesIn(file, profile)) {
        if (profile !== defaultProfile) quotedIfMust(entry)
        add(entries, entry)
      }
    }
  }
  return new Map([...entries].map(([id, entry]) => [id, requirementOf(entry)]))
}

interface CatalogueEntry extends Mapping {
  id: string
  /** The file that contains the entry. */
  home: string
  profile: string
}

const add = (entries: Map<string, CatalogueEntry>, entry: CatalogueEntry): void => {
  const known = entries.get(entry.id)
  if (known) throw specProblem(entry.place, `is already in spec/${known.home}; ids are unique`)
  requirementOf(entry)
  entries.set(entry.id, entry)
}

const shared = ['level', 'actor', 'source', 'basis', 'later']
const own = ['id', 'says', 'published', 'rule', 'reading', 'disputed', 'schema', 'views', 'untested']
/** Fields of an inherited requirement that a profile may amend. */
const amendable = [
  'level',
  'says',
  'source',
  'basis',
  'published',
  'rule',
  'reading',
  'disputed',
  'schema',
  'untested',
]

/**
 * Reads a file of requirements. Its `defaults` apply to every entry of `requirements` that does not set the same field.
 */
const entriesIn = (file: SpecFile, profile: string): CatalogueEntry[] => {
  const { values } = mappingOf(treeOf(file), file.path, ['defaults', 'requirements'])
  const defaults = mappingOf(values.defaults ?? {}, `${file.path}: defaults`, shared)
  return listOf(values.requirements, `${file.path}: requirements`).map((entry, index) => {
    const { id } = mappingOf(entry, `${file.path}: entry ${index + 1}`).values
    const place = `${file.path}: ${typeof id === 'string' ? id : `entry ${index + 1}`}`
    const said = mappingOf(entry, place, [...own, ...shared])
    return {
      id: idOf(said),
      place,
      home: file.path,
      profile,
      values: { ...defaults.values, ...said.values },
    }
  })
}

/**
 * Applies a profile's inherited.yaml. `without` lists ids that the profile does not have, each with the published text
 * that contradicts it. `otherwise` has a JSON Merge Patch of each amended entry, by id.
 */
const inherit = (entries: Map<string, CatalogueEntry>, file: SpecFile): void => {
  const said = mappingOf(treeOf(file), file.path, ['without', 'otherwise'])
  const inheritedAs = (id: string): CatalogueEntry => {
    const entry = entries.get(id)
    if (entry) return entry
    throw specProblem(file.path, `"${id}" is not inherited${didYouMean(id, entries.keys())}`)
  }
  const otherwise = mappingOf(said.values.otherwise ?? {}, `${file.path}: otherwise`).values
  for (const [id, patch] of Object.entries(otherwise)) {
    const place = `${file.path}: ${id}`
    const { values } = mappingOf(patch, place, amendable)
    const entry = inheritedAs(id)
    const amended = { ...entry, place, values: mappingOf(mergePatch(entry.values, values), place).values }
    if ('level' in values || 'basis' in values) quotedIfMust(amended)
    entries.set(id, amended)
  }
  const { place, values } = mappingOf(said.values.without ?? {}, `${file.path}: without`)
  for (const [id, quotations] of Object.entries(values)) {
    quotationsIn(quotations, `${place}: ${id}`)
    entries.delete(inheritedAs(id).id)
  }
}

/**
 * Throws if a MUST of a profile has no quotation. Each of them is stated in the published text, or inferred from it.
 */
const quotedIfMust = ({ place, values }: CatalogueEntry): void => {
  if (values.level !== 'MUST' || values.published !== undefined) return
  throw specProblem(place, 'is a MUST of this profile without `published`: quote the published text')
}

const requirementOf = (entry: CatalogueEntry): Requirement => {
  const requirement: Requirement = {
    id: entry.id,
    level: oneOf(entry, 'level', ['MUST', 'SHOULD', 'MAY', 'note']),
    actor: oneOf(entry, 'actor', ['resource-server', 'client']),
    says: text(entry, 'says'),
    source: text(entry, 'source'),
    profile: entry.profile,
    basis: oneOf(entry, 'basis', ['stated', 'inferred']),
    ...given('rule', ruleOf(entry)),
    ...optionalPart(entry, 'published', quotationsIn),
    ...given('reading', optionalText(entry, 'reading')),
    ...given('disputed', optionalTexts(entry, 'disputed')),
    ...given('schema', optionalTexts(entry, 'schema')),
    ...optionalPart(entry, 'views', viewsIn),
    ...given('untested', optionalText(entry, 'untested')),
    ...given('later', optionalText(entry, 'later')),
  }
  const contradiction = contradictionIn(requirement)
  if (contradiction) throw specProblem(entry.place, contradiction)
  return requirement
}

/**
 * Returns the general rule of an entry. A requirement that a profile amends to be stated no longer rests on the
 * inherited rule.
 */
const ruleOf = (entry: CatalogueEntry): GeneralRule | undefined => {
  const id = optionalText(entry, 'rule')
  if (id === undefined || entry.values.basis === 'stated') return undefined
  const rules = loadGeneralRules()
  const rule = rules.get(id)
  if (rule) return rule
  throw specProblem(
    entry.place,
    `rule "${id}" is not in spec/general-rules.yaml${didYouMean(id, rules.keys())}`,
  )
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

const contradictionIn = ({ untested, later, disputed }: Requirement): string | undefined => {
  if (untested !== undefined && later !== undefined) return 'is both untested and later; keep one'
  if (disputed?.length === 1) return 'disputed gives one reading; give both'
  return undefined
}
