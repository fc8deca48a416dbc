import { isObject } from '../core/json.ts'

export type Schema = Record<string, unknown>

/** Fields that have to be, or should be, there. */
export function presences(schema: Schema): string[] {
  return ['required', 'x-should'].flatMap((keyword) => {
    const fields = schema[keyword]
    return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : []
  })
}

export function nameOf({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined
}

/** The schema of a field's value: one that may be null names it among `anyOf`. */
export function nameWithin(schema: Schema): string | undefined {
  const { anyOf } = schema
  const options = Array.isArray(anyOf) ? anyOf.filter(isObject) : []
  return [schema, ...options].map(nameOf).find((name) => name !== undefined)
}

/** Every pointer under which an answer of a named schema can be judged. */
export function pointersOf(schemas: Record<string, unknown>, name: string): string[] {
  const pointers = new Set<string>()
  const visit = (visited: string): void => {
    const schema = schemas[visited]
    if (pointers.has(visited) || !isObject(schema)) return
    pointers.add(visited)
    visitParts(visited, schema)
  }
  const visitParts = (owner: string, schema: Schema): void => {
    for (const field of presences(schema)) pointers.add(`${owner}.${field}.required`)
    for (const [field, wanted] of fieldsOf(schema)) {
      pointers.add(`${owner}.${field}`)
      for (const keyword of Object.keys(wanted)) pointers.add(`${owner}.${field}.${keyword}`)
      for (const inner of [wanted, wanted['items']]) if (isObject(inner)) visit(nameWithin(inner) ?? '')
    }
    if (isObject(schema['then'])) visit(nameOf(schema['then']) ?? '')
    for (const part of Array.isArray(schema['allOf']) ? schema['allOf'].filter(isObject) : []) {
      const partName = nameOf(part)
      if (partName === undefined) visitParts(owner, part)
      else visit(partName)
    }
  }
  visit(name)
  return [...pointers]
}

/** The fields that a schema describes. */
export function fieldsOf(schema: Schema): Array<[string, Schema]> {
  return Object.entries(isObject(schema['properties']) ? schema['properties'] : {}).flatMap(
    ([field, wanted]) => (isObject(wanted) ? [[field, wanted]] : []),
  )
}

/** Names of the fields at the top of a named schema, those of its parts included. */
export function fieldNames(schemas: Record<string, unknown>, name: string): string[] {
  const schema = schemas[name]
  if (!isObject(schema)) return []
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isObject) : []
  return [schema, ...parts].flatMap((part) => {
    const referred = nameOf(part)
    return referred === undefined ? fieldsOf(part).map(([field]) => field) : fieldNames(schemas, referred)
  })
}
