import { lineageOf, ownFiles } from './lineage.ts'
import { given, listOf, mappingOf, optionalText, text, wholeNumber } from './mapping.ts'
import { defaultProfile } from './profile.ts'
import { type SpecFile, specFile, specProblem, treeOf } from './spec-file.ts'

/** A section, table or numbered rule of the interface. */
interface OutlinePlace {
  id: string
  title: string
  /** The sentences and table rows of the place, verbatim, one per line. */
  text?: string
  /** The number of entries of the catalogue that are read out of the place. */
  obligations: number
  /** The reason why there are none. */
  because?: string
}

/** Every place by its id, in the order of the interface. */
export type Outline = ReadonlyMap<string, OutlinePlace>

/** Loads the places of the interface and of the profile itself. */
export function loadOutline(profile: string = defaultProfile): Outline {
  const [, ...extending] = lineageOf(profile)
  return outlineOf([specFile('outline.yaml'), ...extending.flatMap((name) => ownFiles(name, 'outline.yaml'))])
}

/** Merges outlines. A later file adds places, or says how many obligations it reads out of earlier ones. */
export function outlineOf(files: readonly SpecFile[]): Outline {
  const outline = new Map<string, OutlinePlace>()
  for (const file of files) {
    const own = new Set<string>()
    for (const [index, entry] of listOf(treeOf(file), file.path).entries()) {
      const place = placeOf(entry, `${file.path}: place ${index + 1}`, outline)
      if (own.has(place.id)) throw specProblem(`${file.path}: ${place.id}`, 'stands twice; ids are unique')
      own.add(place.id)
      outline.set(place.id, place)
    }
  }
  return outline
}

const placeOf = (entry: unknown, where: string, before: Outline): OutlinePlace => {
  const mapping = mappingOf(entry, where, ['id', 'title', 'obligations', 'because', 'text'])
  const id = text(mapping, 'id')
  const place: OutlinePlace = {
    id,
    title: optionalText(mapping, 'title') ?? before.get(id)?.title ?? text(mapping, 'title'),
    obligations: wholeNumber(mapping, 'obligations'),
    ...given('because', optionalText(mapping, 'because')),
    ...given('text', optionalText(mapping, 'text') ?? before.get(id)?.text),
  }
  if (place.obligations === 0 && place.because === undefined) {
    throw specProblem(`${where} (${place.id})`, 'has no obligations and does not say why: add `because`')
  }
  if (place.obligations > 0 && place.because !== undefined) {
    throw specProblem(`${where} (${place.id})`, 'says why it has no obligations, and has some')
  }
  return place
}
