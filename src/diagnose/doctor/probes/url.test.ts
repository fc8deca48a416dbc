import { expect, test } from 'vitest'
import { targetAt } from '../../../http/testing/target.ts'
import type { Target } from '../../../target-file/target.ts'
import type { TriedAnswer } from '../trials.ts'
import { baseOf, rebased, targetUriSuspects, urlSuspects } from './url.ts'

const refused: TriedAnswer = {
  exchange: 1,
  method: 'GET',
  url: '',
  says: { body: '', challenge: '' },
  sent: 0,
  received: 0,
}

const triedFor = (target: Target, document = {}): Array<string | undefined> =>
  urlSuspects({ target, refused, document }).map(({ difference }) => difference?.target?.baseUrl)

test('first tries the URLs that the wallet address and the incoming payments name', () => {
  const target = {
    ...targetAt('http://localhost:8080/op'),
    incomingPayments: ['https://wallet.example/api/incoming-payments/1'],
  }
  const [first, second] = triedFor(target, { resourceServer: 'https://rs.example' })
  expect([first, second]).toEqual(['https://rs.example', 'https://wallet.example/api'])
})

test('always tries the other scheme, the other loopback name and no path', () => {
  expect(triedFor(targetAt('http://localhost:8080/op'))).toEqual(
    expect.arrayContaining([
      'https://localhost:8080/op',
      'http://127.0.0.1:8080/op',
      'http://localhost:8080',
    ]),
  )
})

test('the doctor tries at most twelve URLs, none twice, and never the refused one', () => {
  const incomingPayments = Array.from(
    { length: 30 },
    (_, n) => `https://w${n}.example/op/incoming-payments/1`,
  )
  const tried = triedFor({ ...targetAt('http://localhost:8080/op'), incomingPayments })
  expect(tried).toHaveLength(12)
  expect(new Set(tried).size).toBe(12)
  expect(tried).not.toContain('http://localhost:8080/op')
})

test.each([
  ['the path follows where it is the same', 'http://10.0.0.1/op', 'http://10.0.0.1/api'],
  ['the path stays where a proxy has another', 'http://10.0.0.1/inside', 'http://10.0.0.1/inside'],
])('requests go to the same host as before: %s', (_, url, expected) => {
  const target = targetAt('https://wallet.example/op', { connection: { url } })
  expect(rebased(target, 'https://other.example/api').connection.url).toBe(expected)
})

test('the base of an incoming payment is what stands before its resource', () => {
  expect(baseOf('https://w.example/incoming-payments/op/incoming-payments/1')).toBe(
    'https://w.example/incoming-payments/op',
  )
})

test.each([
  ['http://s/op/quotes?first=1', 'http://s/op/quotes', 'http://s/op/quotes/?first=1'],
  ['http://s/op/quotes', 'http://s/op/quotes', 'http://s/op/quotes/'],
])('signs %s also without its query and with a slash', (url, withoutQuery, withSlash) => {
  const signed = targetUriSuspects({ target: targetAt('http://s/op'), refused }).map(({ difference }) =>
    difference?.signedUrl?.(url),
  )
  expect(signed).toEqual([withoutQuery, withSlash])
})
