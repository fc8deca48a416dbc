import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { Profile } from '../../catalogue/profile.ts'
import { PreconditionFailed } from '../../check/needs/prerequisites.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { onceForName } from '../../core/once.ts'
import type { OperationId } from '../../core/operations.ts'
import { isPathSegment, lastSegment } from '../../http/path-segment.ts'
import { loadOpenApi, operationsIn, pathPattern } from '../../openapi/document.ts'
import { flawWords } from '../../openapi/flaw-words.ts'
import { createValidator } from '../../openapi/formats.ts'
import type { Target } from '../../target-file/target.ts'

/**
 * Throws if a message that is meant to be valid is not. An error is a fault of the harness. If only texts that the
 * server gave (an id, a cursor) make the message invalid, a PreconditionFailed is thrown: the request cannot be sent,
 * and nothing can be learned by it.
 */
export type OwnRequests = (operation: OperationId, message: HttpRequest, given: readonly string[]) => void

interface Parameter {
  name: string
  in: string
  required: boolean
  flaw: (text: string) => string | undefined
}

interface Operation {
  method: string
  path: RegExp
  parameters: Parameter[]
  /** Returns what is wrong with a body. The member is missing if the operation takes no body. */
  bodyFlaw?: (body: unknown) => string | undefined
}

export function createOwnRequests(target: JudgedTarget): OwnRequests {
  const flawsIn = createFlawsIn(target)
  return (operation, message, given) => {
    if (given.some((text) => text.length > longest))
      throw new PreconditionFailed(
        `a request for ${operation} cannot be made with a text of more than ${longest} characters`,
      )
    const flaws = flawsIn(operation, message)
    if (flaws.length === 0) return
    const what = `a request for ${operation}`
    if (flawsIn(operation, withFitting(message, given, target)).length === 0)
      throw new PreconditionFailed(`${what} cannot be made with what the server gave: ${flaws.join('; ')}`)
    throw new Error(`${what} that spec/openapi.yaml does not allow: ${flaws.join('; ')}`)
  }
}

/** No server takes a longer URL, and each request is written to the record. */
const longest = 32 * 1024

type JudgedTarget = Pick<Target, 'baseUrl' | 'profile'>

/**
 * Lists what is wrong with a message by the profile's OpenAPI document: its method, path, parameters and body as they
 * stand on the wire. The list is empty if the message is valid. Headers of a signature are checked only if there is a
 * signature.
 */
export function createFlawsIn({
  baseUrl,
  profile,
}: JudgedTarget): (operation: OperationId, message: HttpRequest) => string[] {
  const operations = operationsOf(profile)
  return (id, message) => {
    const operation = operations.get(id)
    if (!operation) return [`${id} is not an operation of spec/openapi.yaml`]
    const [path = '', query = ''] = below(baseUrl, message.url).split(/\?(.*)/s)
    const asked = new URLSearchParams(query)
    return [
      ...(message.method === operation.method ? [] : [`its method is ${message.method}`]),
      ...(isPathOf(operation, path) ? [] : [`its path is ${path}`]),
      ...operation.parameters.flatMap((parameter) => parameterFlaws(parameter, asked, message.headers)),
      ...bodyFlaws(operation, message.body, id === 'create-outgoing-payment' ? profile.directPayment : {}),
    ]
  }
}

/** Returns the part of a URL after the path of the base URL. Its host may be written in another legal way. */
const below = (baseUrl: string, url: string): string =>
  withoutOrigin(url).slice(withoutOrigin(baseUrl).length)

const withoutOrigin = (url: string): string => url.replace(/^[^:/?#]+:\/\/[^/?#]*/, '')

/** A value that is valid wherever an id, a cursor or the URL of a resource is expected. */
const fitting = 'https://wallet.example/incoming-payments/1'

/** Returns the message with a valid value in place of the texts that the server gave. */
const withFitting = (
  message: HttpRequest,
  given: readonly string[],
  { baseUrl }: JudgedTarget,
): HttpRequest => {
  const texts = new Set(given.flatMap((text) => [text, lastSegment(text)]))
  const fitted = (value: unknown): unknown => (texts.has(value as string) ? fitting : value)
  const [path = '', query] = below(baseUrl, message.url).split(/\?(.*)/s)
  const parts = path.split('/').map((part, place) => (place > 0 && texts.has(part) ? '1' : part))
  const asked = new URLSearchParams(query)
  for (const [name, value] of [...asked]) if (texts.has(value)) asked.set(name, fitting)
  const body = message.body && parseJson(Buffer.from(message.body).toString())
  return {
    ...message,
    url: `${baseUrl}${parts.join('/')}${query === undefined ? '' : `?${asked}`}`,
    ...(isObject(body) ? { body: Buffer.from(JSON.stringify(body, (_, value) => fitted(value))) } : {}),
  }
}

const isPathOf = ({ path }: Operation, asked: string): boolean => {
  const [, id] = path.exec(asked) ?? []
  return path.test(asked) && (id === undefined || isPathSegment(id))
}

const parameterFlaws = (
  { name, in: place, required, flaw }: Parameter,
  query: URLSearchParams,
  headers: HttpRequest['headers'],
): string[] => {
  if (place === 'header' && headers['signature'] === undefined) return []
  const given =
    place === 'header' ? [headers[name]].filter((value) => value !== undefined) : query.getAll(name)
  if (given.length === 0) return required ? [`it has no ${name}`] : []
  if (given.length > 1) return [`it has ${name} ${given.length} times`]
  const found = flaw(given[0] ?? '')
  return found === undefined ? [] : [`its ${name} ${found}`]
}

const bodyFlaws = ({ bodyFlaw }: Operation, bytes: HttpRequest['body'], named: Renamed): string[] => {
  if (!bodyFlaw) return bytes ? ['it has a body'] : []
  if (!bytes) return ['it has no body']
  const body = parseJson(Buffer.from(bytes).toString())
  const found = bodyFlaw(isObject(body) ? withInterfaceNames(body, named) : body)
  return found === undefined ? [] : [`its body ${found}`]
}

/** Field names of the profile, mapped to the names in spec/openapi.yaml. */
type Renamed = Readonly<Record<string, string>>

const withInterfaceNames = (body: Record<string, unknown>, named: Renamed): Record<string, unknown> => {
  const names = new Map(Object.entries(named).map(([own, name]) => [name, own]))
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [names.get(name) ?? name, value]))
}

/** The schemas of a profile's OpenAPI document. Each is compiled at its first use. */
const schemasOf = onceForName((profile) => {
  const ajv = createValidator()
  ajv.addSchema(loadOpenApi(profile), 'openapi')
  return ajv
})

/**
 * Returns a function that says what is wrong with a value, by the schema at this pointer of the profile's OpenAPI
 * document.
 */
const flawBy =
  (profile: Profile['name'], ...pointer: string[]) =>
  (value: unknown): string | undefined => {
    const validate = compiled(profile, pointer)
    return validate(value) ? undefined : flawWords(validate.errors)
  }

const compiled = (profile: Profile['name'], pointer: readonly string[]): ValidateFunction => {
  const place = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  const validate = schemasOf(profile).getSchema(`openapi#/${place}`)
  if (validate) return validate
  throw new Error(`spec/openapi.yaml has no schema at ${place}`)
}

const parameterOf = (reference: unknown, profile: Profile): Parameter[] => {
  const key = isObject(reference) ? String(reference['$ref']).split('/').at(-1) : undefined
  const parameters = loadOpenApi(profile.name).components?.parameters
  const parameter: unknown = key === undefined ? undefined : parameters?.[key]
  if (key === undefined || !isObject(parameter))
    throw new Error('a parameter of spec/openapi.yaml is not a reference')
  const { name, in: place, required, schema } = parameter
  if (place === 'path') return []
  const flaw = flawBy(profile.name, 'components', 'parameters', key, 'schema')
  const isCount = isObject(schema) && schema['type'] === 'integer'
  const named = new Map(Object.entries(profile.query)).get(key.charAt(0).toLowerCase() + key.slice(1))
  return [
    {
      name: named ?? String(name),
      in: String(place),
      required: required === true,
      flaw: (text) => flaw(isCount && /^-?[0-9]+$/.test(text) ? Number(text) : text),
    },
  ]
}

const operationsOf = (profile: Profile): ReadonlyMap<string, Operation> => {
  const jsonSchema = ['requestBody', 'content', 'application/json', 'schema']
  const operations = operationsIn(loadOpenApi(profile.name)).map(
    ({ id, method, path, operation: { parameters = [], requestBody } }): [string, Operation] => [
      id,
      {
        method,
        path: pathPattern(path),
        parameters: parameters.flatMap((one) => parameterOf(one, profile)),
        ...(requestBody !== undefined && {
          bodyFlaw: flawBy(profile.name, 'paths', path, method.toLowerCase(), ...jsonSchema),
        }),
      },
    ],
  )
  return new Map(operations)
}
