import { expect, test } from 'vitest'
import { judgeHash } from './interaction-hash.ts'

/** The example of RFC 9635, section 4.2.3, with its sha-256 hash. */
const interacted = {
  clientNonce: 'VJLO6A4CATR0KRO',
  serverNonce: 'MBDOFXG4Y5CVJCX821LH',
  reference: '4IFWWIKYB2PQ6U56NL1',
  endpoint: 'https://server.example.com/tx',
}

test('the example hash of RFC 9635 is recognised as correct', () => {
  expect(judgeHash('x-gguKWTj8rQf7d7i3w3UhzvuJ5bpOlKyAlVpLxBffY', interacted)).toBe('right')
})

test.each([
  [
    'x+gguKWTj8rQf7d7i3w3UhzvuJ5bpOlKyAlVpLxBffY=',
    'base64 with padding instead of base64url without padding',
  ],
  ['x+gguKWTj8rQf7d7i3w3UhzvuJ5bpOlKyAlVpLxBffY', 'base64 without padding'],
  ['x-gguKWTj8rQf7d7i3w3UhzvuJ5bpOlKyAlVpLxBffY=', 'base64url with padding'],
])('%s is recognized as another encoding in use: %s', (hash, way) => {
  expect(judgeHash(hash, interacted)).toContain(way)
})

test('a hash over the endpoint without its final slash is recognized', () => {
  const withSlash = { ...interacted, endpoint: `${interacted.endpoint}/` }
  expect(judgeHash('x-gguKWTj8rQf7d7i3w3UhzvuJ5bpOlKyAlVpLxBffY', withSlash)).toBe(
    'over https://server.example.com/tx instead of https://server.example.com/tx/',
  )
})

test.each(['', 'x-gguKWTj8rQf7d7i3w3UhzvuJ5bpOlKyAlVpLxBffZ'])('%j is recognized as no hash', (hash) => {
  expect(judgeHash(hash, interacted)).toBeUndefined()
})
