import { expect, test } from 'vitest'
import type { RecordedRequest } from '../../core/events.ts'
import { withIds } from './made.ts'

const headers = {
  'content-type': 'application/json',
  'content-digest': 'sha-512=:AAAA:',
  'content-length': '9',
}

const request = (url: string, body?: string): RecordedRequest => ({
  method: 'POST',
  url,
  headers,
  ...(body === undefined ? {} : { body }),
})

test('the id of a resource in a URL is replaced by the id of the new resource', () =>
  expect(
    withIds(
      request('https://a.example/quotes/1'),
      new Map([['https://a.example/quotes/1', 'https://a.example/quotes/2']]),
    ).url,
  ).toBe('https://a.example/quotes/2'))

test('the id of a resource in a body is replaced, and its digest and length are computed anew', () => {
  const again = withIds(request('https://a.example/payments', '{"quoteId":"one"}'), new Map([['one', 'two']]))
  expect(again.body).toBe('{"quoteId":"two"}')
  expect(again.headers).toEqual({ 'content-type': 'application/json' })
})

test('a request that names no such resource stays as it is', () => {
  const same = request('https://a.example/quotes/10', '{"quoteId":"10"}')
  expect(withIds(same, new Map([['1', '2']]))).toEqual(same)
})
