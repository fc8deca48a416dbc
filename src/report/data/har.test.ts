import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { end, exchange, plan, requirements, run, viewSaying } from '../testing/record.ts'
import { type RunView, viewOf } from '../view.ts'
import { har } from './har.ts'

const require = createRequire(import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

const folder = join(dirname(require.resolve('har-schema/package.json')), 'lib')
const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
ajv.addMetaSchema(read(require.resolve('ajv/dist/refs/json-schema-draft-06.json')))
for (const name of readdirSync(folder)) if (name.endsWith('.json')) ajv.addSchema(read(join(folder, name)))
const isArchive = ajv.getSchema('har.json#')

const archived = (view: RunView) => {
  const archive = JSON.parse(har(view))
  expect(isArchive?.(archive), JSON.stringify(isArchive?.errors)).toBe(true)
  return archive.log
}

const { response: _, ...unanswered } = exchange(2, 'a/2', {
  failure: { code: 'reset', message: 'the connection was reset' },
})

test('every exchange is an entry, and a check that sent something is a page', () => {
  const created = exchange(1, 'a/1', {
    request: { ...exchange(1, 'a/1').request, url: 'https://wallet.example/op/quotes?a=1&b=%20' },
  })
  const { pages, entries, creator } = archived(
    viewOf([run(), plan('a/1', 'a/2', 'a/3'), created, unanswered, end()], requirements),
  )
  expect(creator).toEqual({ name: 'op-conformance', version: '0.1.0' })
  expect(pages).toMatchObject([{ id: 'a/1', title: 'a/1: Title of a/1' }, { id: 'a/2' }])
  expect(entries).toMatchObject([
    {
      pageref: 'a/1',
      time: 3,
      request: {
        method: 'POST',
        queryString: [
          { name: 'a', value: '1' },
          { name: 'b', value: ' ' },
        ],
        postData: { text: '{}' },
      },
      response: { status: 201, statusText: 'Created', content: { text: '{}', mimeType: 'application/json' } },
      timings: { wait: 3 },
    },
    { response: { status: 0, statusText: 'reset' }, comment: 'exchange 2: the connection was reset' },
  ])
})

test.each(['x', '\u0000\ud800"', 'é ☃'])(
  'the archive for a server that says %j is valid by the HAR schema',
  (said) => {
    expect(archived(viewSaying(said)).entries.length).toBeGreaterThan(2)
  },
)
