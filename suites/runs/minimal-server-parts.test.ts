import { createPublicKey } from 'node:crypto'
import fc from 'fast-check'
import { parseDictionary } from 'structured-headers'
import { expect, test } from 'vitest'
import { metadataIn } from '../../examples/minimal-server/body.ts'
import { debitFor, dinar, receivedFor, yen } from '../../examples/minimal-server/money.ts'
import { whyUnsigned } from '../../examples/minimal-server/signature.ts'
import { dictionary } from '../../examples/minimal-server/structured-field.ts'
import type { HttpRequest } from '../../src/core/http-request.ts'
import { sign } from '../../src/http/request/sign.ts'
import { plainSigning } from '../../src/http/testing/target.ts'

const origin = 'https://wallet.example'
const now = Date.parse('2026-11-20T10:00:00Z')
const bound = { id: plainSigning.key.keyId, key: createPublicKey(plainSigning.key.privateKey) }

const verdictOn = ({ method, url, headers, body }: HttpRequest): string | undefined => {
  const field = (name: string): string | undefined => headers[name]
  const target = url.slice(origin.length)
  return whyUnsigned({ method, origin, target, field, body: Buffer.from(body ?? '') }, bound, now)
}

const anyRequest = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  url: fc.webPath({ size: 'small' }).map((path) => `${origin}/${path}?first=1`),
  headers: fc.record({ authorization: fc.stringMatching(/^GNAP [!-~]{1,20}$/) }),
  body: fc.uint8Array({ minLength: 1, maxLength: 50 }),
})

test('the verifier of minimal-server accepts every request that the harness signs', () =>
  fc.assert(
    fc.asyncProperty(anyRequest, async (unsigned) => {
      const { message } = await sign(unsigned, plainSigning, new Date(now))
      expect(verdictOn(message)).toBeUndefined()
    }),
  ))

const changes: Record<string, (message: HttpRequest) => HttpRequest> = {
  method: (message) => ({ ...message, method: `X${message.method}` }),
  path: ({ url, ...message }) => ({ ...message, url: url.replace('?', 'x?') }),
  query: ({ url, ...message }) => ({ ...message, url: `${url}0` }),
  authorization: ({ headers, ...message }) => ({
    ...message,
    headers: { ...headers, authorization: `${headers['authorization']}x` },
  }),
  'content-digest': ({ headers, ...message }) => ({
    ...message,
    headers: { ...headers, 'content-digest': `${headers['content-digest']}x` },
  }),
  created: ({ headers, ...message }) => ({
    ...message,
    headers: {
      ...headers,
      'signature-input': String(headers['signature-input']).replace(/created=\d+/, 'created=1'),
    },
  }),
}

test.for(Object.entries(changes))('the verifier refuses every request with an altered %s', ([, change]) =>
  fc.assert(
    fc.asyncProperty(anyRequest, async (unsigned) => {
      const { message } = await sign(unsigned, plainSigning, new Date(now))
      expect(verdictOn(change(message))).toBeTypeOf('string')
    }),
    { numRuns: 30 },
  ),
)

const pieces = [
  'sig1',
  '=',
  '(',
  ')',
  '"a"',
  '"\\""',
  ' ',
  ',',
  ';',
  '?1',
  ':AQID:',
  '-1',
  '1.50',
  'a/b',
  '*k',
  'K',
  '\t',
  '"é"',
]

test('minimal-server reads a dictionary exactly if structured-headers reads it', () => {
  const isRead = (read: (text: string) => unknown, text: string): boolean => {
    try {
      read(text)
      return true
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      expect([text, isRead(dictionary, text)]).toEqual([text, isRead(parseDictionary, text)])
    }),
    { numRuns: 5000 },
  )
})

test.for([dinar, yen])(
  'the debit for a receive amount in $code is the least that delivers the amount',
  (asset) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 55n }), (value) => {
        const debit = debitFor({ value, asset }, dinar)
        expect(receivedFor(debit, asset).value).toBeGreaterThanOrEqual(value)
        const less = debit.value - 1n
        const arrives = less < 2n ? 0n : (((less * 199n) / 200n) * dinar.worth) / asset.worth
        expect(arrives).toBeLessThan(value)
      }),
    )
  },
)

test.for([
  { text: '{"metadata":{"n":9007199254740993}}', kept: '{"n":9007199254740993}' },
  { text: '{"a":{"metadata":1},"metadata" : {"x":[1.0,2]} ,"b":1}', kept: '{"x":[1.0,2]}' },
  { text: '{"metadata":{"first":1},"met\\u0061data":{"last":2}}', kept: '{"last":2}' },
  { text: '{"metadata":{},"":"metadata"}', kept: '{}' },
  { text: '{"metadata":{"a":"},{\\\\\\""}}', kept: '{"a":"},{\\\\\\""}' },
])('minimal-server keeps the metadata of $text verbatim', ({ text, kept }) => {
  expect(metadataIn({ text, fields: JSON.parse(text) })).toBe(kept)
})
