import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import type { Exchange } from '../exchanges/exchange.ts'
import type { Mock } from '../server/options.ts'
import { authServerUrl, walletUrl } from '../state/lookup.ts'

// Uses the published OpenAPI documents, as the official client ships them, as an oracle: they must describe every
// response of the mock. The documents are read from node_modules; nothing is copied from them.

type Name = 'resource-server' | 'auth-server' | 'wallet-address-server'
type Node = Record<string, unknown>

/** A known defect of a published document, and the correction that is applied to it. */
export interface Defect {
  document: Name
  what: string
  why: string
  /** Corrects the document. Throws if the document no longer has the defect. */
  mend: (document: Node) => void
}

const at = (node: Node, ...path: string[]): Node =>
  path.reduce((inner, key) => {
    const found = inner[key]
    if (typeof found !== 'object' || found === null)
      throw new Error(`the document has no ${path.join(' › ')}`)
    return found as Node
  }, node)

const expectIn = (node: Node, expected: Node): Node => {
  for (const [key, value] of Object.entries(expected))
    if (JSON.stringify(node[key]) !== JSON.stringify(value))
      throw new Error(`${key} is ${JSON.stringify(node[key])}: the document has this defect no longer`)
  return node
}

const content = ['content', 'application/json', 'schema'] as const

const closedReference = (...path: string[]): Defect => ({
  document: 'resource-server',
  what: `${path.slice(1, 3).join(' ')}: additionalProperties: false beside $ref`,
  why: 'additionalProperties does not see the properties behind $ref, so it forbids all of them; unevaluatedProperties does.',
  mend: (document) => {
    const schema = expectIn(at(document, ...path), { additionalProperties: false })
    if (schema['$ref'] === undefined) throw new Error('the document has this defect no longer: no $ref')
    delete schema['additionalProperties']
    schema['unevaluatedProperties'] = false
  },
})

const openList = (path: string): Defect => ({
  document: 'resource-server',
  what: `get ${path}: neither pagination nor result is required`,
  why: 'Read literally, {} is a list.',
  mend: (document) => {
    const list = at(document, 'paths', path, 'get', 'responses', '200', ...content)
    expectIn(list, { required: undefined })['required'] = ['pagination', 'result']
  },
})

const without400 = (path: string, method: string): Defect => ({
  document: 'resource-server',
  what: `${method} ${path}: 400 is not listed`,
  why: 'Invalid requests exist here too; 400 is described for POST /quotes and in components.',
  mend: (document) => {
    const responses = at(document, 'paths', path, method, 'responses')
    expectIn(responses, { 400: undefined })['400'] = { $ref: '#/components/responses/400' }
  },
})

/** Known defects of the published documents, each with the reason for its correction. */
export const defects: readonly Defect[] = [
  closedReference(
    'paths',
    '/incoming-payments',
    'get',
    'responses',
    '200',
    ...content,
    'properties',
    'result',
    'items',
  ),
  closedReference('paths', '/incoming-payments/{id}/complete', 'post', 'responses', '200', ...content),
  openList('/incoming-payments'),
  openList('/outgoing-payments'),
  {
    document: 'resource-server',
    what: 'public-incoming-payment: unresolvedProperites',
    why: 'A misspelt unevaluatedProperties: the public form is open, so that a leak of the full form would be valid.',
    mend: (document) => {
      const form = at(document, 'components', 'schemas', 'public-incoming-payment')
      expectIn(form, { unresolvedProperites: false })['unevaluatedProperties'] = false
    },
  },
  {
    document: 'resource-server',
    what: 'get /incoming-payments/{id}: anyOf of the full and the public form',
    why: 'With anyOf a broken full form that has authServer is a public form. authServer says which form it is.',
    mend: (document) => {
      const schema = at(document, 'paths', '/incoming-payments/{id}', 'get', 'responses', '200', ...content)
      const [full, open] = schema['anyOf'] as [Node, Node]
      const isPublic = { required: ['authServer'] }
      schema['anyOf'] = [
        { ...full, not: isPublic },
        { ...open, ...isPublic },
      ]
    },
  },
  {
    document: 'resource-server',
    what: 'get /incoming-payments/{id}: no security of its own under the global one',
    why: 'The public form is for requests without a token, but the document requires a token for every request.',
    mend: (document) => {
      if (!Array.isArray(document['security'])) throw new Error('the document has this defect no longer')
      const operation = at(document, 'paths', '/incoming-payments/{id}', 'get')
      expectIn(operation, { security: undefined })['security'] = [{ GNAP: [] }, {}]
    },
  },
  ...(
    [
      ['/incoming-payments', 'post'],
      ['/incoming-payments', 'get'],
      ['/outgoing-payments', 'post'],
      ['/outgoing-payments', 'get'],
      ['/incoming-payments/{id}', 'get'],
      ['/incoming-payments/{id}/complete', 'post'],
      ['/outgoing-payments/{id}', 'get'],
      ['/quotes/{id}', 'get'],
      ['/outgoing-payment-grant', 'get'],
    ] as const
  ).map(([path, method]) => without400(path, method)),
]

export interface Servers {
  resourceServer: string
  authServer: string
  walletAddresses: readonly string[]
}

/**
 * Says why the published documents do not describe a response. Undefined if they do, or if they describe no such
 * request.
 */
export interface Oracle {
  judge: (exchange: Exchange) => string | undefined
  /** Counts the judged responses by document. */
  judged: Map<Name, number>
}

/** Judges every response that the mock gives from now on. Both results fill up as it does. */
export function judgedByDocuments({
  subscribe,
  world,
}: Mock): Pick<Oracle, 'judged'> & { violations: string[] } {
  const { judge, judged } = publishedOracle({
    resourceServer: world.publicUrl,
    authServer: authServerUrl(world),
    walletAddresses: [...world.wallets.values()].map((wallet) => walletUrl(world, wallet)),
  })
  const violations: string[] = []
  subscribe((exchange) => {
    const violation = judge(exchange)
    if (violation !== undefined) violations.push(violation)
  })
  return { judged, violations }
}

export function publishedOracle(servers: Servers): Oracle {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, validateFormats: true }))
  ajv.addFormat('uint64', /^(?:0|[1-9]\d{0,19})$/)
  const operations = names.flatMap((name) => {
    const document = corrected(name)
    ajv.addSchema(document, name)
    return operationsOf(name, document, servers)
  })
  const judged = new Map<Name, number>()
  const judge = ({ method, targetUri, status, answerBody, answerHeaders }: Exchange): string | undefined => {
    const path = targetUri.replace(/[?#].*$/, '')
    const operation = operations.find((each) => each.method === method.toLowerCase() && each.path.test(path))
    if (!operation) return undefined
    const says = `${method} ${path} → ${status}`
    const described = operation.responses.get(status)
    if (described === undefined) {
      const isListedWhole = status < 400 || operation.document === 'auth-server'
      return isListedWhole ? `${says}: not a listed status` : undefined
    }
    judged.set(operation.document, (judged.get(operation.document) ?? 0) + 1)
    if (described === '') return answerBody.length > 0 && status === 204 ? `${says}: has a body` : undefined
    const type = answerHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
    if (!/^application\/json\b/.test(type)) return `${says}: content-type ${type}`
    const validate = ajv.getSchema(`${operation.document}#${described}`)
    if (!validate) throw new Error(`no schema at ${described}`)
    if (validate(JSON.parse(Buffer.from(answerBody).toString()))) return undefined
    return `${says}: ${ajv.errorsText(validate.errors)}`
  }
  return { judge, judged }
}

const names: readonly Name[] = ['resource-server', 'auth-server', 'wallet-address-server']

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@interledger/open-payments')),
  'openapi',
  'specs',
)

const corrected = (name: Name): Node => {
  const document: Node = parse(readFileSync(join(folder, `${name}.yaml`), 'utf8'))
  for (const defect of defects) {
    if (defect.document !== name) continue
    try {
      defect.mend(document)
    } catch (error) {
      throw new Error(`${defect.what}: ${error instanceof Error ? error.message : error}`)
    }
  }
  return document
}

interface Operation {
  document: Name
  method: string
  path: RegExp
  /** Maps a status to the pointer of its schema, or to an empty string if the document describes no JSON for it. */
  responses: Map<number, string>
}

const operationsOf = (document: Name, root: Node, servers: Servers): Operation[] =>
  Object.entries(at(root, 'paths')).flatMap(([path, item]) =>
    Object.entries(item as Node)
      .filter(([method]) => ['get', 'post', 'delete'].includes(method))
      .flatMap(([method, operation]) =>
        basesOf(document, servers).map((base) => ({
          document,
          method,
          path: new RegExp(`^${escapePattern(base)}${templateOf(path)}$`),
          responses: responsesOf(root, ['paths', path, method], at(operation as Node, 'responses')),
        })),
      ),
  )

const basesOf = (
  document: Name,
  { resourceServer, authServer, walletAddresses }: Servers,
): readonly string[] => {
  if (document === 'resource-server') return [resourceServer]
  return document === 'auth-server' ? [authServer] : walletAddresses
}

/** Turns a path template into a pattern. The root of a document is its server's URL, with or without a slash. */
const templateOf = (path: string): string =>
  path === '/' ? '/?' : escapePattern(path).replace(/\\\{\w+\\\}/g, '[^/]+')

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

const responsesOf = (root: Node, path: readonly string[], responses: Node): Map<number, string> =>
  new Map(
    Object.entries(responses).map(([status, response]) => {
      const reference = (response as Node)['$ref']
      const place =
        typeof reference === 'string'
          ? reference.slice('#/'.length).split('/')
          : [...path, 'responses', status]
      const hasJson = at(root, ...place)['content'] !== undefined
      return [Number(status), hasJson ? pointerOf([...place, ...content]) : '']
    }),
  )

const pointerOf = (path: readonly string[]): string =>
  path.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
