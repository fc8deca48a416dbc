import { replacing } from '../../changes/replacing.ts'
import { asObject, type JsonObject } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import type { Api, FieldSchema, StatedCatalogue } from '../../openapi/catalogue.ts'
import type { Behaviour } from '../../state/world.ts'
import type { Defect } from '../fault.ts'
import { bodyReadings, kinds, type LaxReading } from './lax-readings.ts'

/** A field of the request bodies: what it has to be, and the requirement that each part of that is. */
interface SentField {
  name: string
  requirements: ReadonlyMap<string, string | undefined>
}

/** The parts of a field that a lax decoder does not keep: its type or format, its limit and pattern, and its presence. */
const partsOf = ({
  format,
  $ref,
  type,
  maximum,
  pattern,
}: FieldSchema): Array<[kind: string, keyword: string]> => [
  [format ?? $ref?.split('/').at(-1) ?? String(type), ''],
  ...(maximum === undefined ? [] : [['limit', '.maximum'] as [string, string]]),
  ...(pattern === undefined ? [] : [['pattern', '.pattern'] as [string, string]]),
  ['required', '.required'],
]

/** The requirements of the amounts in requests. Those of the schema Amount are about responses. */
const ofAmounts: Partial<Record<string, string>> = {
  value: 'value',
  assetCode: 'asset-code',
  assetScale: 'asset-scale',
}

const fieldsIn = ({ components: { schemas } }: Api, { byPointer }: StatedCatalogue): SentField[] => {
  const bodies = Object.keys(schemas).filter((name) => name.startsWith('Create'))
  return [...bodies, 'Amount'].flatMap((schema) =>
    Object.entries(schemas[schema]?.properties ?? {}).map(([name, wanted]) => {
      const requirements = partsOf(wanted).map(([kind, keyword]): [string, string | undefined] => [
        kind,
        schema === 'Amount'
          ? `amount.sent.${ofAmounts[name]}.${kind}`
          : byPointer.get(`${schema}.${name}${keyword}`),
      ])
      return { name, requirements: new Map(requirements) }
    }),
  )
}

type ReadBody = Behaviour['requests']['readBody']

/** Reads the members of a body and of its amounts. */
const ofMembers =
  (readMembers: (object: JsonObject) => JsonObject) =>
  (readBody: ReadBody): ReadBody =>
  (bytes, request) => {
    const given = readBody(bytes, request)
    const body = asObject(given)
    if (!body) return given
    const read = Object.entries(readMembers(body)).map(([name, value]) => {
      const amount = name.endsWith('Amount') ? asObject(value) : undefined
      return [name, amount ? readMembers(amount) : value]
    })
    return Object.fromEntries(read)
  }

const laxly = (names: ReadonlySet<string>, { reads }: LaxReading, fits: (given: unknown) => boolean) =>
  ofMembers((object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, given]) => {
        if (!names.has(name) || fits(given)) return [name, given]
        const read = reads(given)
        return [name, fits(read) ? read : given]
      }),
    ),
  )

const ofWhole =
  ({ reads }: LaxReading) =>
  (readBody: ReadBody): ReadBody =>
  (bytes, request) => {
    const given = readBody(bytes, request)
    return asObject(given) ?? asObject(reads(Buffer.from(bytes).toString())) ?? given
  }

/** Takes parameters of the query for members that the body lacks. */
const ofQuery =
  (names: ReadonlySet<string>) =>
  (readBody: ReadBody): ReadBody =>
  (bytes, request) => {
    const given = readBody(bytes, request)
    const parameters = [...new URLSearchParams(request.targetUri.replace(/^[^?]*\??/, ''))].filter(([name]) =>
      names.has(name),
    )
    return asObject(given) ? { ...Object.fromEntries(parameters), ...asObject(given) } : given
  }

/** A way to read bodies, and the requirements that a mock breaks by it. */
interface LaxDecoder extends Pick<LaxReading, 'id' | 'says'> {
  kind: string
  broken: ReadonlyArray<string | undefined>
  by: (readBody: ReadBody) => ReadBody
}

const decodersOf = (fields: readonly SentField[], bodies: readonly string[]): LaxDecoder[] => {
  const names = new Set(fields.map(({ name }) => name))
  const requirementsOf = (kind: string) => fields.map(({ requirements }) => requirements.get(kind))
  const having = (kind: string) =>
    new Set(fields.flatMap(({ name, requirements }) => (requirements.has(kind) ? [name] : [])))
  return [
    ...kinds.flatMap(({ kind, readings, fits }) =>
      readings.map((one) => ({
        ...one,
        kind: kind.toLowerCase(),
        broken: requirementsOf(kind),
        by: laxly(having(kind), one, fits),
      })),
    ),
    ...bodyReadings.map((one) => ({ ...one, kind: 'body', broken: bodies, by: ofWhole(one) })),
    ...memberReadings.map((one) => ({
      ...one,
      kind: 'name',
      broken: requirementsOf('required'),
      by: ofMembers((object) => one.reads(object, names)),
    })),
    {
      id: 'query',
      says: 'parameters of the query as members',
      kind: 'name',
      broken: requirementsOf('required'),
      by: ofQuery(names),
    },
  ]
}

/**
 * Returns one fault for each kind of field and each way in which a lax decoder reads a value of that kind, for whole
 * bodies, and for the names of members. The mock then does what the request would ask for if it were valid.
 */
export function coercionFaults(
  operations: readonly OperationId[],
  catalogue: StatedCatalogue,
  api: Api,
): Defect[] {
  const creations = operations.filter((operation) => operation.startsWith('create-'))
  const bodies = [...catalogue.byPointer].flatMap(([place, id]) => (/^Create\w+$/.test(place) ? [id] : []))
  return decodersOf(fieldsIn(api, catalogue), bodies).flatMap(({ id, says, kind, broken, by }) => {
    const [breaks, ...contradicts] = new Set(broken.filter((one) => one !== undefined))
    if (breaks === undefined) return []
    const defect: Defect = {
      id: `coerced:${kind}:${id}`,
      breaks,
      contradicts,
      source: 'comparison',
      transformation: 'replaced function',
      says: `The decoder of ${decoded[kind] ?? `members of the kind ${kind}`} reads ${says}`,
      operations: creations,
      override: replacing('requests', 'readBody', { by }),
    }
    return defect
  })
}

const decoded: Partial<Record<string, string>> = { body: 'request bodies', name: 'request bodies' }

/** A way in which a lax decoder finds the members of an object, of which `names` are known. */
interface LaxMembers {
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

const memberReadings: readonly LaxMembers[] = [
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
