import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { controlDocument } from '../openapi/catalogue.ts'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { pay, quote } from '../testing/requests.ts'
import { running } from '../testing/running.ts'
import { controls } from './router.ts'

interface Operation {
  parameters?: Array<{ name: string; in: string }>
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Schema {
  $ref?: string
  properties?: Record<string, unknown>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const document = controlDocument() as Document

/** Paths that are no controls. They are for browsers and people, and their responses are not the mock's usual JSON. */
const others = ['get /events', 'get /openapi.json', 'get /']

const methods = ['get', 'post', 'put', 'delete']

test('the document has every control with its method and path, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => methods.includes(method))
      .map((method) => `${method} ${path}`),
  )
  const served = controls.map(({ method, path }) => `${method} ${path.replace(/:([a-z]+)/g, '{$1}')}`)
  expect(described.sort()).toEqual([...served, ...others].sort())
})

const resolved = (schema: Schema | undefined): Schema =>
  schema?.$ref === undefined
    ? (schema ?? {})
    : (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})

test.each(controls)(
  'the document has the keys and parameters of $method $path',
  ({ method, path, keys = [], parameters = [] }) => {
    const operation = document.paths[path.replace(/:([a-z]+)/g, '{$1}')]?.[method]
    const schema = resolved(operation?.requestBody?.content['application/json']?.schema)
    expect(Object.keys(schema.properties ?? {}).sort()).toEqual([...keys].sort())
    const inQuery = operation?.parameters?.filter((each) => each.in === 'query') ?? []
    expect(inQuery.map(({ name }) => name).sort()).toEqual([...parameters].sort())
  },
)

const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }))
ajv.addSchema(document, 'document')

const pointer = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1')

test('each answer and each refusal of a control matches the document', async () => {
  const mock = await running()
  await quote(mock)
  await pay(mock)
  await call(mock, { path: '/nothing' })
  const asked: Array<[method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, at: string, body?: object]> = [
    ['POST', '/clock', '/clock', { advance: '1s' }],
    ['POST', '/clock', '/clock', {}],
    ['POST', '/receivers', '/receivers', { kind: 'fixed' }],
    ['GET', '/ledger', '/ledger'],
    ['GET', '/health', '/health'],
    [
      'POST',
      '/answers',
      '/answers',
      { delay: '1s', status: 503, broken: 'empty', path: '/x', operation: 'get-quote' },
    ],
    ['GET', '/answers', '/answers'],
    ['DELETE', '/answers', '/answers'],
    ['POST', '/payments', '/payments', { next: 'fails' }],
    ['GET', '/payments', '/payments'],
    ['DELETE', '/payments', '/payments'],
    ['PUT', '/variants', '/variants', { variants: ['ids-counted'] }],
    ['GET', '/variants', '/variants'],
    ['PUT', '/faults', '/faults', { faults: ['refusals-in-html'] }],
    ['GET', '/faults', '/faults'],
    ['GET', '/exchanges', '/exchanges'],
    ['GET', '/exchanges/1', '/exchanges/{id}'],
    ['GET', '/exchanges/3', '/exchanges/{id}'],
    ['GET', '/exchanges/4', '/exchanges/{id}'],
    ['GET', '/resources', '/resources'],
    ['POST', '/tenants', '/tenants', { name: 'one', seed: 1, clock: { at: '2026-01-01', frozen: true } }],
    ['POST', '/tenants', '/tenants', { name: 'one' }],
    ['GET', '/tenants', '/tenants'],
    ['GET', '/tenants/one', '/tenants/{name}'],
    ['GET', '/tenants/two', '/tenants/{name}'],
    ['DELETE', '/tenants/one', '/tenants/{name}'],
    ['POST', '/reset', '/reset'],
    ['GET', '/openapi.json', '/openapi.json'],
  ]
  for (const [method, path, at, body] of asked) {
    const { status, json } = await askControl(mock, method, path, body)
    const place = `document#/paths/${pointer(at)}/${method.toLowerCase()}`
    const answer = Object(document.paths[at]?.[method.toLowerCase()]).responses[status]
    expect(answer, `${method} ${path} answers ${status}`).toBeDefined()
    const ref = answer.$ref === undefined ? `${place}/responses/${status}` : `document${answer.$ref}`
    const validate = ajv.getSchema(`${ref}/content/application~1json/schema`)
    validate?.(json)
    expect(validate?.errors, `${method} ${path}`).toBeNull()
  }
  expect(new Set(asked.map(([method, , at]) => `${method.toLowerCase()} ${at}`))).toEqual(
    new Set([
      ...controls.map(({ method, path }) => `${method} ${path.replace(/:([a-z]+)/g, '{$1}')}`),
      'get /openapi.json',
    ]),
  )
})

test('the document is served as JSON', async () => {
  expect((await askControl(await running(), 'GET', '/openapi.json')).json).toEqual(document)
})
