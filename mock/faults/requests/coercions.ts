import { replacing } from '../../changes/replacing.ts'
import { asObject, type JsonObject } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import type { Api, FieldSchema, StatedCatalogue } from '../../openapi/catalogue.ts'
import type { Behaviour } from '../../state/world.ts'
import type { Defect } from '../fault.ts'
import { memberReadings } from './lax-members.ts'
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
