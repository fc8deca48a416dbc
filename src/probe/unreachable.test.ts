import { expect, test } from 'vitest'
import type { Answer, FailureCode } from '../http/answers/answer.ts'
import { targetAt } from '../http/testing/target.ts'
import { whyUnreachable } from './unreachable.ts'

const target = targetAt('https://wallet.example/op')
const asked = 'https://wallet.example/op/outgoing-payments?first=1'

const tried = (answer: Pick<Answer, 'response' | 'failure'>): Answer => ({
  exchange: 1,
  method: 'GET',
  url: asked,
  ...answer,
})

const responded = (status: number, headers: Record<string, string>, json?: unknown): Answer =>
  tried({ response: { status, headers, text: '', json } })

test.each<[FailureCode, string, string]>([
  ['refused', 'nothing listens at https://wallet.example/op', 'baseUrl'],
  ['dns', 'the host of https://wallet.example/op is unknown', 'baseUrl'],
  [
    'timeout',
    'no complete response came from https://wallet.example/op within 5000 ms',
    'limits.requestTimeout',
  ],
  ['certificate', 'at https://wallet.example/op, it went wrong', 'tls'],
  [
    'throttled',
    'https://wallet.example/op keeps answering 429 (too many requests)',
    'limits.requestsPerSecond',
  ],
  ['tls', 'at https://wallet.example/op, it went wrong', 'baseUrl'],
  ['proxy', 'the proxy does not allow a connection to https://wallet.example/op: it went wrong', 'proxy'],
  [
    'protocol',
    'the program at https://wallet.example/op does not speak HTTP/1.1 as expected: it went wrong',
    'baseUrl',
  ],
  ['reset', 'no usable answer came from https://wallet.example/op: it went wrong', 'baseUrl'],
])('a failure of kind %s is explained with the key of the target file to correct', (code, fact, place) => {
  const finding = whyUnreachable(tried({ failure: { code, message: 'it went wrong' } }), target)
  expect(finding).toMatchObject({ fact })
  expect(finding?.place?.join('.')).toBe(place)
})

test('the explanation names connectUrl if requests go there instead of baseUrl', () => {
  const elsewhere = targetAt('https://wallet.example/op', { connection: { url: 'http://127.0.0.1:1/op' } })
  const finding = whyUnreachable(tried({ failure: { code: 'refused', message: '' } }), elsewhere)
  expect(finding).toMatchObject({
    fact: 'nothing listens at http://127.0.0.1:1/op',
    place: ['connectUrl'],
    next: 'start the server, or correct connectUrl',
  })
})

test('a redirect to the same operation reveals the baseUrl to write', () => {
  const location = 'https://www.wallet.example/api/outgoing-payments?first=1'
  expect(whyUnreachable(responded(301, { location }), target)).toMatchObject({
    fact: 'the server redirects (301) to https://www.wallet.example/api; a signature holds for one URL only',
    next: 'write baseUrl: https://www.wallet.example/api',
  })
})

test.each(['/login', ''])('a redirect to %j reveals no baseUrl', (location) => {
  expect(whyUnreachable(responded(302, { location }), target)).toMatchObject({
    next: 'set a URL that does not redirect',
  })
})

test.each([
  ['a web page', { 'content-type': 'text/html; charset=utf-8' }, undefined, 'returns a web page (200)'],
  ['no JSON', { 'content-type': 'text/plain' }, undefined, 'returns no JSON object (200)'],
  ['a JSON array', { 'content-type': 'application/json' }, [], 'returns no JSON object (200)'],
])('a server that answers with %s is not one of the interface', (_, headers, json, words) => {
  expect(whyUnreachable(responded(200, headers, json), target)?.fact).toContain(words)
})

test.each([
  [200, { result: [] }],
  [401, undefined],
  [404, undefined],
])('an answer %d is accepted as one of the interface', (status, json) => {
  expect(whyUnreachable(responded(status, {}, json), target)).toBeUndefined()
})
