import { isObject } from '../core/json.ts'

export type Schema = Record<string, unknown>

/** Returns the fields that must, or should, be present. */
export function presences(schema: Schema, keywords = ['required', 'x-should']): string[] {
  return keywords.flatMap((keyword) => {
    const fields = schema[keyword]
    return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : []
  })
}

export function nameOf({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined
}

/** Returns the name of the schema of a field's value. A nullable field names the schema in `anyOf`. */
export function nameWithin(schema: Schema): string | undefined {
  const { anyOf } = schema
  const options = Array.isArray(anyOf) ? anyOf.filter(isObject) : []
  return [schema, ...options].map(nameOf).find((name) => name !== undefined)
}

/** Returns every pointer under which a response of a named schema can be judged. */
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

export function fieldsOf(schema: Schema): Array<[string, Schema]> {
  return Object.entries(isObject(schema['properties']) ? schema['properties'] : {}).flatMap(
    ([field, wanted]) => (isObject(wanted) ? [[field, wanted]] : []),
  )
}

/** Returns the names of the top-level fields of a named schema, including those of its parts. */
export function fieldNames(schemas: Record<string, unknown>, name: string): string[] {
  const schema = schemas[name]
  if (!isObject(schema)) return []
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isObject) : []
  return [schema, ...parts].flatMap((part) => {
    const referred = nameOf(part)
    return referred === undefined ? fieldsOf(part).map(([field]) => field) : fieldNames(schemas, referred)
  })
}
