import { given, listOf, mappingOf, optionalText, text, wholeNumber } from './mapping.ts'
import { defaultProfile } from './profile.ts'
import { type SpecFile, specFile, specProblem, treeOf } from './spec-file.ts'

/** A section, table or numbered rule of the interface. */
interface Place {
  id: string
  title: string
  /** How many entries of the catalogue are read out of it. */
  obligations: number
  /** Why there are none. */
  because?: string
}

/** Every place by its id, in the order of the interface. */
export type Outline = ReadonlyMap<string, Place>

/** The places of the interface, and those of a profile's own. */
export function loadOutline(profile: string = defaultProfile): Outline {
  const own = profile === defaultProfile ? [] : [specFile(`profiles/${profile}.outline.yaml`)]
  return outlineOf([specFile('outline.yaml'), ...own], profile)
}

export function outlineOf(files: readonly SpecFile[], profile: string = defaultProfile): Outline {
  const outline = new Map<string, Place>()
  for (const file of files) {
    for (const [index, entry] of listOf(treeOf(file), file.path).entries()) {
      const place = placeOf(entry, `${file.path}: place ${index + 1}`, profile)
      if (outline.has(place.id))
        throw specProblem(`${file.path}: ${place.id}`, 'stands twice; ids are unique')
      outline.set(place.id, place)
    }
  }
  return outline
}

/** `in` has how many obligations other profiles read out of the same place. */
const placeOf = (entry: unknown, where: string, profile: string): Place => {
  const mapping = mappingOf(entry, where, ['id', 'title', 'obligations', 'because', 'in'])
  const place: Place = {
    id: text(mapping, 'id'),
    title: text(mapping, 'title'),
    obligations: wholeNumber(mapping, 'obligations'),
    ...given('because', optionalText(mapping, 'because')),
  }
  if (place.obligations === 0 && place.because === undefined) {
    throw specProblem(`${where} (${place.id})`, 'has no obligations and does not say why: add `because`')
  }
  if (place.obligations > 0 && place.because !== undefined) {
    throw specProblem(`${where} (${place.id})`, 'says why it has no obligations, and has some')
  }
  const others = mappingOf(mapping.values.in ?? {}, `${where}: in`)
  return profile in others.values ? { ...place, obligations: wholeNumber(others, profile) } : place
}
