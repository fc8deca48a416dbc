import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HttpRequest } from '../../core/http-request.ts'
import { sign } from '../../http/request/sign.ts'
import { plainSigning } from '../../http/testing/target.ts'
import { asReceived, holds } from './attempt.ts'
import { digestFlaw } from './digest.ts'
import { offersOf } from './read.ts'
import { clientKey, created, explained, quote, signed, withHeaders } from './testing/signed.ts'

const visible = fc.stringMatching(/^[!-~](?:[ -~]{0,30}[!-~])?$/)

/** Any request with a token and any conforming choice of components, parameters, label and digest. */
const anyRequest = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    url: fc.webUrl({ withQueryParameters: true }),
    token: visible,
    further: fc.dictionary(fc.stringMatching(/^x-[a-z0-9]{1,8}$/), visible, { maxKeys: 3 }),
    body: fc.uint8Array({ maxLength: 60 }),
    label: fc.stringMatching(/^[a-z*][a-z0-9_.*-]{0,8}$/),
    digest: fc.constantFrom('sha-512' as const, 'sha-256' as const),
    parameters: fc.shuffledSubarray(['created', 'keyid', 'alg', 'nonce', 'tag', 'expires'] as const, {
      minLength: 1,
    }),
  })
  .chain((choice) => {
    const components = [
      '@method',
      '@target-uri',
      'authorization',
      'content-digest',
      ...Object.keys(choice.further),
    ]
    return fc
      .shuffledSubarray(components, { minLength: components.length })
      .map((inOrder) => ({ ...choice, components: inOrder }))
  })
  .map(({ method, url, token, further, body, label, digest, parameters, components }) => ({
    message: {
      method,
      url,
      headers: { authorization: `GNAP ${token}`, ...further },
      body,
    } satisfies HttpRequest,
    signing: {
      ...plainSigning,
      label,
      digest,
      components,
      parameters: [...parameters.filter((name) => name !== 'keyid'), 'keyid' as const],
    },
  }))

const verifies = (message: HttpRequest): boolean => {
  const [offer] = offersOf(message)
  if (!offer || !('bytes' in offer)) return false
  return holds(asReceived(message, offer, clientKey), offer.components)
}

test('the diagnosis finds no flaw in any request that the harness signs', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ message, signing }) => {
      const { message: sent, label } = await sign(message, signing, created)
      expect(explained(sent)).toMatchObject({ good: { label } })
    }),
  )
})

const changes: Array<(text: string) => string> = [
  (text) => `${text}x`,
  (text) => `x${text}`,
  (text) => text.slice(0, -1),
  (text) => [...text].reverse().join('') + text,
  (text) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()),
]

test('a change to any one covered part after signing breaks the signature', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyRequest,
      fc.nat(),
      fc.constantFrom(...changes),
      async ({ message, signing }, nth, change) => {
        const { message: sent } = await sign(message, signing, created)
        const present = signing.components.filter((name) => name.startsWith('@') || name in sent.headers)
        const part = present[nth % present.length] ?? ''
        const other = changed(sent, part, change)
        fc.pre(JSON.stringify(other) !== JSON.stringify(sent))
        expect(verifies(sent)).toBe(true)
        expect(verifies(other)).toBe(false)
      },
    ),
  )
})

const changed = (message: HttpRequest, part: string, change: (text: string) => string): HttpRequest => {
  if (part === '@method') return { ...message, method: change(message.method) }
  if (part === '@target-uri') return { ...message, url: change(message.url) }
  return withHeaders(message, { [part]: change(message.headers[part] ?? '') })
}

test('a body with any one byte changed no longer matches the digest', async () => {
  const whole = await signed(quote)
  fc.assert(
    fc.property(fc.nat(115), fc.integer({ min: 1, max: 255 }), (place, flip) => {
      const body = Buffer.from(whole.body ?? [])
      body.writeUInt8(body.readUInt8(place) ^ flip, place)
      expect(digestFlaw({ ...whole, body })).toContain('Content-Digest does not match the body')
    }),
  )
})

const whole = await signed(quote)

/** Returns a valid header with a piece replaced by anything. */
const nearly = (name: string): fc.Arbitrary<string> => {
  const text = whole.headers[name] ?? ''
  const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z0-9"=:;,()?@%. *\\-]{0,12}$/))
  return fc
    .tuple(fc.nat(text.length), fc.nat(text.length), piece)
    .map(([from, to, put]) => text.slice(0, Math.min(from, to)) + put + text.slice(Math.max(from, to)))
}

test('the diagnosis explains any headers in one sentence, and never throws', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 120 })
  fc.assert(
    fc.property(
      fc.record({
        'signature-input': fc.oneof(nearly('signature-input'), anything),
        signature: fc.oneof(nearly('signature'), anything),
        'content-digest': fc.oneof(nearly('content-digest'), anything),
        authorization: anything,
      }),
      (headers) => {
        const { flaw, good } = explained(withHeaders(whole, headers))
        if (good === undefined) expect(flaw).toMatch(/[^.]\.$/s)
        else expect(flaw).toBeUndefined()
      },
    ),
    { numRuns: 400 },
  )
})
