import { expect, test } from 'vitest'
import type { Evidence } from '../../core/verdict.ts'
import { evidence, exchange } from '../testing/record.ts'
import { placesInRequest, placesInResponse } from './places.ts'

const answered = (body: unknown) =>
  exchange(1, 'a/1', { response: { status: 200, headers: {}, body: JSON.stringify(body) } })

const quote = { id: 'q', debitAmount: { value: '1', assetCode: 'USD' }, failed: false }
const list = { result: [{ id: 'a' }, { id: 'b', sentAmount: {} }], pagination: { hasNextPage: true } }

test.each<[string, Partial<Evidence>, unknown, string[]]>([
  ['a place of a schema', { want: '/result/1/id must match' }, list, ['/result/1/id']],
  ['a member that is absent', { want: 'must have createdAt', got: 'no createdAt' }, quote, ['/createdAt']],
  ['one of an item', { want: '/result/0 must have createdAt' }, list, ['/result/0/createdAt']],
  ['what came', { got: 'debitAmount 9 USD/2', want: 'debitAmount 8' }, quote, ['/debitAmount']],
  ['what was wanted', { got: 'true at last', want: 'failed stays false' }, quote, ['/failed']],
  ['a member of the resource', { resource: 'b', got: 'sentAmount fell' }, list, ['/result/1/sentAmount']],
  ['the resource in the list', { resource: 'b', got: 'gone' }, list, ['/result/1']],
  ['how pages go on', { got: 'hasNextPage true' }, list, ['/pagination/hasNextPage']],
  ['nothing that the words name', { got: 'status 201', want: 'refused (any 4xx)' }, quote, []],
  ['what only an object inherits', { got: 'toString x', want: 'constructor' }, quote, []],
  ['a body that is a text', { got: 'length 3' }, 'abc', []],
])('the marked place in a response is that of %s', (_name, of, body, places) =>
  expect(placesInResponse(evidence(of), answered(body))).toEqual(places),
)

const asked = (body: string) => exchange(1, 'a/1', { request: { ...exchange(1, '').request, body } })

test.each<[unknown, string, string[]]>([
  ['q', '{"quoteId":"q","other":"q"}', ['/quoteId', '/other']],
  [{ value: '1' }, '{"debitAmount":{"value":"1"}}', ['/debitAmount']],
  [{ side: 'debitAmount', value: '7' }, '{"debitAmount":{"value":"7"}}', ['/debitAmount/value']],
  ['another case', '{"a":1}', []],
  [undefined, '{"a":1}', []],
  ['q', 'no JSON', []],
])('the marked places in a request are those of the case %j', (given, body, places) =>
  expect(placesInRequest(evidence({ given }), asked(body))).toEqual(places),
)
