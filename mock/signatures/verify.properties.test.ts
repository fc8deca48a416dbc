import { createPublicKey } from 'node:crypto'
import fc from 'fast-check'
import { createVerifier, httpbis } from 'http-message-signatures'
import { expect, test } from 'vitest'
import type { ReceivedRequest } from '../core/request.ts'
import { verifyDigest } from './digest.ts'
import { signatureSteps } from './signature-steps.ts'
import {
  altered,
  type Client,
  digestOf,
  header,
  keys,
  privateKey,
  signed,
  simplest,
} from './testing/signing.ts'
import { verifyRequest } from './verify.ts'

const token = fc.stringMatching(/^[A-Za-z0-9._~+/-]{1,40}$/)
const pathSegment = fc.stringMatching(/^(?:[A-Za-z0-9_-]|%[0-9A-F]{2}){1,12}$/)
const query = fc.stringMatching(/^(?:\?[a-z]{1,5}=(?:[A-Za-z0-9]|%2F|%20){0,8}(?:&[A-Z]{1,5}=[0-9]{1,3})?)?$/)
const visible = fc.stringMatching(/^[!-~](?:[ -~]{0,30}[!-~])?$/)

/** Any request of the service, with any conforming choice of components, parameters and label. */
const client: fc.Arbitrary<Partial<Client>> = fc
  .record({
    method: fc.constantFrom('GET', 'POST'),
    base: fc.constantFrom('https://wallet.example', 'http://127.0.0.1:8080/op', 'https://a.example:8443/x/y'),
    segments: fc.array(pathSegment, { minLength: 1, maxLength: 3 }),
    query,
    authorization: token.map((value) => `GNAP ${value}`),
    further: fc.dictionary(fc.stringMatching(/^x-[a-z0-9]{1,8}$/), visible, { maxKeys: 3 }),
    derived: fc.subarray(['@authority', '@scheme', '@query']),
    body: fc.json(),
    label: fc.stringMatching(/^[a-z*][a-z0-9_.*-]{0,8}$/),
    parameters: fc.shuffledSubarray(['created', 'expires', 'nonce', 'alg', 'tag'], { minLength: 0 }),
    nonce: visible,
  })
  .chain((choice) => {
    const headers: Record<string, string> = {
      authorization: choice.authorization,
      'content-digest': digestOf(choice.body),
      ...choice.further,
    }
    const components = ['@method', '@target-uri', ...choice.derived, ...Object.keys(headers)]
    return fc
      .tuple(
        fc.shuffledSubarray(components, { minLength: components.length }),
        fc.shuffledSubarray(['keyid', ...choice.parameters], { minLength: choice.parameters.length + 1 }),
      )
      .map(([inOrder, parameters]) => ({
        method: choice.method,
        targetUri: `${choice.base}/${choice.segments.join('/')}${choice.query}`,
        headers,
        body: choice.body,
        label: choice.label,
        components: inOrder,
        parameters,
        values: { ...simplest.values, nonce: choice.nonce, tag: 'app' },
      }))
  })

test('everything that http-message-signatures signs is accepted, and both verifiers agree', async () => {
  const verify = createVerifier(createPublicKey(privateKey), 'ed25519')
  await fc.assert(
    fc.asyncProperty(client, async (changes) => {
      const request = await signed(changes)
      const verified = { ok: true, label: changes.label, keyId: 'client-key-1' }
      expect(verifyRequest(request, keys)).toMatchObject(verified)
      expect(verifyDigest(request)).toEqual({ ok: true })
      const { method, targetUri: url } = request
      const message = { method, url, headers: Object.fromEntries(request.headers) }
      const untimed = { notAfter: 2e9, maxAge: 2e9 }
      const config = { keyLookup: async () => ({ verify }), tolerance: 1e9, ...untimed }
      expect(await httpbis.verifyMessage(config, message)).toBe(true)
    }),
  )
})

/** Changes the value of one covered part of a request. */
const tampered = (
  request: ReceivedRequest,
  part: string,
  change: (text: string) => string,
): ReceivedRequest => {
  if (part === '@method') return { ...request, method: change(request.method) }
  if (part === '@target-uri') return { ...request, targetUri: change(request.targetUri) }
  return altered(request, { [part]: change(header(request, part)) })
}

const wire = ({ method, targetUri, headers }: ReceivedRequest): string =>
  JSON.stringify([method, targetUri, ...headers])

const changes: Array<(text: string) => string> = [
  (text) => `${text}x`,
  (text) => `x${text}`,
  (text) => text.slice(0, -1),
  (text) => [...text].reverse().join('') + text,
  (text) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()),
]

test('a change of any covered part after signing is refused', async () => {
  await fc.assert(
    fc.asyncProperty(client, fc.nat(), fc.constantFrom(...changes), async (choice, nth, change) => {
      const request = await signed(choice)
      const parts = ['@method', '@target-uri', ...Object.keys(choice.headers ?? {})]
      const part = parts[nth % parts.length] ?? ''
      const other = tampered(request, part, change)
      fc.pre(wire(other) !== wire(request))
      expect(verifyRequest(other, keys)).toMatchObject({ ok: false, step: 'signature-verifies' })
    }),
  )
})

test('a change of any byte of the signature, or of a parameter, is refused', async () => {
  const request = await signed()
  const bytes = Buffer.from(header(request, 'signature').slice(6, -1), 'base64')
  fc.assert(
    fc.property(fc.nat(63), fc.integer({ min: 1, max: 255 }), (place, flip) => {
      const other = Buffer.from(bytes)
      other.writeUInt8(other.readUInt8(place) ^ flip, place)
      const broken = altered(request, { signature: `sig1=:${other.toString('base64')}:` })
      expect(verifyRequest(broken, keys)).toMatchObject({ ok: false, step: 'signature-verifies' })
    }),
  )
  const later = header(request, 'signature-input').replace('1700000000', '1700000001')
  expect(verifyRequest(altered(request, { 'signature-input': later }), keys)).toMatchObject({ ok: false })
})

const ids = new Set<string>(signatureSteps.map(({ id }) => id))
const plain = await signed()

/** A correct header with a piece replaced by anything. It is more often nearly right than arbitrary text is. */
const nearly = (name: string): fc.Arbitrary<string> => {
  const text = header(plain, name)
  const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z0-9"=:;,()?@%. *\\-]{0,12}$/))
  return fc
    .tuple(fc.nat(text.length), fc.nat(text.length), piece)
    .map(([from, to, put]) => text.slice(0, Math.min(from, to)) + put + text.slice(Math.max(from, to)))
}

const anything = fc.string({ unit: 'binary', maxLength: 200 })

test('nothing that can be received makes the verifier throw', () => {
  fc.assert(
    fc.property(
      fc.record({
        'signature-input': fc.oneof(nearly('signature-input'), anything),
        signature: fc.oneof(nearly('signature'), anything),
        'content-digest': fc.oneof(nearly('content-digest'), anything),
        authorization: anything,
      }),
      fc.oneof(anything, fc.constant(plain.targetUri)),
      fc.subarray([...signatureSteps]),
      (headers, targetUri, steps) => {
        const request = { ...altered(plain, headers), targetUri }
        for (const verification of [verifyRequest(request, keys), verifyRequest(request, keys, steps)]) {
          if (!verification.ok) expect(ids).toContain(verification.step)
          if (!verification.ok) expect(verification.reason).not.toBe('')
        }
        expect(verifyDigest(request)).toHaveProperty('ok')
      },
    ),
    { numRuns: 1500 },
  )
})

test('nothing that can be covered makes the verifier throw', () => {
  const name = fc.oneof(
    fc.constantFrom('@query-param', '@query', '@signature-params', 'content-digest', 'x-a'),
    anything,
  )
  const parameter = fc.stringMatching(/^;(?:sf|bs|key|name|req|tr|x)(?:="[a-z0-9-]{0,8}"|=[0-9]|=\?[01])?$/)
  const component = fc
    .tuple(name, fc.array(parameter, { maxLength: 2 }))
    .map(([text, parameters]) => JSON.stringify(text) + parameters.join(''))
  const withoutCover = signatureSteps.filter(({ id }) => !id.startsWith('signature-covers-'))
  fc.assert(
    fc.property(fc.array(component, { maxLength: 4 }), anything, (components, value) => {
      const input = `sig1=(${components.join(' ')});keyid="client-key-1"`
      const request = altered(plain, { 'signature-input': input, 'x-a': value })
      expect(verifyRequest(request, keys, withoutCover).ok).toBe(false)
    }),
    { numRuns: 1000 },
  )
})
