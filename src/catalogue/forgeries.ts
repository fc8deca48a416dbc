import { once } from '../core/once.ts'
import { given, listOf, mappingOf, oneOf, optionalText, text } from './mapping.ts'
import { type SpecFile, specFile, specProblem, treeOf } from './spec-file.ts'

/** The parts of a request by which it is verified, as spec/forgeries.yaml explains them. */
const inputs = [
  'signature',
  'signature-input',
  'label',
  'digest',
  'secret',
  'algorithm',
  'key-id',
  'key',
  'component',
  'parameters',
  'method',
  'authorization',
  'content-digest',
  'target-uri',
  'token',
] as const

export type ForgedInput = (typeof inputs)[number]

/** A wrong value that code has let through, and how a server must refuse it. */
export interface Forgery {
  /** The name of the entry among those of its input. Unless there is a `value`, it names the transformation. */
  id: string
  input: ForgedInput
  class: string
  value?: string
  /** The required component that something else is covered in place of. */
  of?: string
  /** Set if the request has another flaw too, for which it may be refused with any status. */
  anyRefusal?: true
  /** The place where the flaw was published. */
  flaw: string
  row: string
  requirement: string
}

export const loadForgeries = once((): readonly Forgery[] => forgeriesIn(specFile('forgeries.yaml')))

export function forgeriesIn(file: SpecFile): Forgery[] {
  const all = listOf(treeOf(file), file.path).flatMap((group, index) =>
    groupOf(group, `${file.path}: group ${index + 1}`),
  )
  const names = all.map(nameOf)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw specProblem(`${file.path}: ${twice}`, 'stands twice; ids are unique')
  return all
}

/** Returns the input and the id of an entry, by which messages name it. */
export function nameOf({ input, id }: Pick<Forgery, 'input' | 'id'>): string {
  return `${input} "${id}"`
}

/** Reads the forgeries of one class, which share their input, their row and their requirement. */
const groupOf = (group: unknown, place: string): Forgery[] => {
  const mapping = mappingOf(group, place, ['input', 'class', 'row', 'requirement', 'forgeries'])
  const shared = {
    input: oneOf(mapping, 'input', inputs),
    class: text(mapping, 'class'),
    row: text(mapping, 'row'),
    requirement: text(mapping, 'requirement'),
  }
  return listOf(mapping.values['forgeries'], `${place}: forgeries`).map((entry, index) => {
    const own = mappingOf(entry, `${place}, forgery ${index + 1}`, [
      'id',
      'value',
      'of',
      'anyRefusal',
      'flaw',
    ])
    const id = text(own, 'id')
    const named = { ...own, place: `${place}, "${id}"` }
    const { value, anyRefusal } = own.values
    if (value !== undefined && typeof value !== 'string') throw specProblem(named.place, 'value is not text')
    if (anyRefusal !== undefined && anyRefusal !== true)
      throw specProblem(named.place, 'anyRefusal is not true; leave it out instead')
    return {
      ...shared,
      id,
      ...given('value', value),
      ...given('of', optionalText(named, 'of')),
      ...given('anyRefusal', anyRefusal),
      flaw: text(named, 'flaw'),
    }
  })
}
