import { given, listOf, mappingOf, optionalText, text, wholeNumber } from './mapping.ts'
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

export const loadOutline = (): Outline => outlineOf(specFile('outline.yaml'))

export const outlineOf = (file: SpecFile): Outline => {
  const outline = new Map<string, Place>()
  for (const [index, entry] of listOf(treeOf(file), file.path).entries()) {
    const place = placeOf(entry, `${file.path}: place ${index + 1}`)
    if (outline.has(place.id)) throw specProblem(`${file.path}: ${place.id}`, 'stands twice; ids are unique')
    outline.set(place.id, place)
  }
  return outline
}

const placeOf = (entry: unknown, where: string): Place => {
  const mapping = mappingOf(entry, where, ['id', 'title', 'obligations', 'because'])
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
  return place
}
