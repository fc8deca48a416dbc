import { asObject, type JsonObject } from '../../core/json.ts'

/** A way in which a lax decoder finds the members of an object, of which `names` are known. */
export interface LaxMembers {
  id: string
  says: string
  reads: (object: JsonObject, names: ReadonlySet<string>) => JsonObject
}

/** A reading that compares names in the form into which `folds` turns them. */
const folded = (id: string, says: string, folds: (name: string) => string): LaxMembers => ({
  id,
  says,
  reads: (object, names) => {
    const known = new Map([...names].map((name) => [folds(name), name]))
    return {
      ...Object.fromEntries(
        Object.entries(object).map(([name, value]) => [known.get(folds(name)) ?? name, value]),
      ),
      ...Object.fromEntries(Object.entries(object).filter(([name]) => names.has(name))),
    }
  },
})

/** A reading that takes the members of an inner object for those of the object. */
const within = (id: string, says: string, ...path: readonly string[]): LaxMembers => ({
  id,
  says,
  reads: (object, names) => {
    const inner = path.reduce<JsonObject | undefined>((outer, name) => {
      const found = new Map(Object.entries(outer ?? {})).get(name)
      return asObject(found)
    }, object)
    const lacking = Object.entries(inner ?? {}).filter(
      ([name]) => names.has(name) && !Object.hasOwn(object, name),
    )
    return { ...object, ...Object.fromEntries(lacking) }
  },
})

/** A reading that takes the name of a member for a path: of a member of the object, and perhaps of one in that member. */
const pathed = (id: string, says: string, path: RegExp): LaxMembers => ({
  id,
  says,
  reads: (object, names) => {
    const read = { ...object }
    for (const [name, value] of Object.entries(object)) {
      const [, outer = '', inner] = path.exec(name) ?? []
      if (!names.has(outer) || Object.hasOwn(object, outer)) continue
      read[outer] = inner === undefined ? value : { ...asObject(read[outer]), [inner]: value }
      delete read[name]
    }
    return read
  },
})

export const memberReadings: readonly LaxMembers[] = [
  folded('any-case', 'names in any case', (name) => name.toLowerCase()),
  folded('folded', 'names by their simple folding', (name) => name.replace('ſ', 's')),
  folded('snake-case', 'names in snake case', (name) => name.replaceAll('_', '').toLowerCase()),
  within('prototype', 'members of __proto__ as members of the object', '__proto__'),
  within(
    'constructor',
    'members of constructor.prototype as members of the object',
    'constructor',
    'prototype',
  ),
  pathed('dotted-names', 'names with a dot as members of members', /^(\w+)\.(\w+)$/),
  pathed('brackets', 'names with brackets as those of PHP', /^(\w+)\[(\w+)?\]$/),
  within('json-api', 'members of data.attributes as members of the object', 'data', 'attributes'),
]
