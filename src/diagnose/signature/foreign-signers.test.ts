import { describe, expect, test } from 'vitest'
import { verifyDigest } from '../../../mock/signatures/digest.ts'
import { verifyRequest } from '../../../mock/signatures/verify.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { testKey } from '../../http/testing/target.ts'
import {
  type ForeignSigner,
  httpMessageSig,
  httpMessageSignatures,
  misskey,
  misskeyDraft,
  official,
  webBotAuth,
} from './testing/foreign-signers.ts'
import { clientKey, created, flawOf, quote, withHeaders } from './testing/signed.ts'

// Requests that were signed by other software. Good ones pass here and in the mock; each mistake gets its own sentence.

const text = Buffer.from(quote.body ?? []).toString()

/** Returns the request as the mock receives it. */
const received = ({ method, url, headers, body }: HttpRequest) => ({
  method,
  targetUri: url,
  headers: new Map(Object.entries(headers)),
  body: body ?? new Uint8Array(),
})

const inTheMock = (message: HttpRequest): boolean[] => {
  const { alg, key } = { alg: 'EdDSA', key: clientKey.key }
  const keyFor = (keyId: string) => (keyId === testKey.keyId ? { keyId, alg, key } : undefined)
  return [verifyRequest(received(message), keyFor).ok, verifyDigest(received(message)).ok]
}

const spelt = (message: HttpRequest, name: string, change: (value: string) => string): HttpRequest =>
  withHeaders(message, { [name]: change(message.headers[name] ?? '') })

const slips: Array<[string, (message: HttpRequest) => HttpRequest, RegExp]> = [
  [
    'no signature',
    (it) => withHeaders(it, { signature: undefined, 'signature-input': undefined }),
    /^The request is not signed/,
  ],
  [
    'no Signature-Input',
    (it) => withHeaders(it, { 'signature-input': undefined }),
    /has a Signature header, but no Signature-Input/,
  ],
  [
    'no colons',
    (it) => spelt(it, 'signature', (value) => value.replaceAll(':', '')),
    /is not between colons/,
  ],
  ['base64url', (it) => spelt(it, 'signature', (value) => value.replace(/:./, ':_')), /is base64url/],
  [
    'unquoted components',
    (it) =>
      spelt(it, 'signature-input', (value) => value.replace(/\(.*\)/, (list) => list.replaceAll('"', ''))),
    /are not in double quotes/,
  ],
  [
    'an unknown key',
    (it) => spelt(it, 'signature-input', (value) => value.replace(testKey.keyId, 'nobody')),
    /uses the key "nobody", which is unknown/,
  ],
  [
    'another URL',
    (it) => ({ ...it, url: `${it.url}/` }),
    /it was made for https:\/\/wallet\.example\/op\/quotes \(/,
  ],
  [
    'another body',
    (it) => ({ ...it, body: Buffer.from(JSON.stringify(JSON.parse(text), null, 2)) }),
    /which is that of the same JSON, written compactly/,
  ],
  [
    'another token',
    (it) => withHeaders(it, { authorization: 'GNAP another' }),
    /another key made it, or what it covers was altered/,
  ],
  [
    'draft-cavage',
    (it) =>
      withHeaders(it, { 'signature-input': undefined, signature: 'keyId="k",headers="date",signature="AA"' }),
    /draft-cavage/,
  ],
]

const signers: Array<[string, ForeignSigner]> = [
  ['the official utilities', official],
  ['http-message-signatures', httpMessageSignatures],
  ['http-message-sig', httpMessageSig],
  ['web-bot-auth', webBotAuth],
  ['misskey', misskey],
]

describe.each(signers)('signed by %s', (_, sign) => {
  test('a good request is good', async () => {
    const now = new Date()
    const message = await sign(quote, now)
    expect(flawOf(message, { now })).toBeUndefined()
    expect(inTheMock(message)).toEqual([true, true])
  })

  test.each(slips)('the diagnosis explains %s', async (_slip, slip, sentence) => {
    const now = new Date()
    const message = slip(await sign(quote, now))
    expect(flawOf(message, { now })).toMatch(sentence)
    expect(inTheMock(message)).toContain(false)
  })
})

test('the diagnosis recognises what misskey signs by draft-cavage', async () => {
  expect(flawOf(await misskeyDraft(quote, new Date()))).toMatch(/draft-cavage/)
})

/** Deterministic signers: they always make the same signature for the same request at the same moment. */
const origins: Array<[string, Record<string, string>, ForeignSigner]> = [
  [
    'http-message-sig',
    {
      package: 'http-message-sig 0.3.0 (npm), Apache-2.0',
      repository: 'https://github.com/cloudflare/web-bot-auth',
      made: 'createSignature, with the Ed25519 signer of the package',
    },
    httpMessageSig,
  ],
  [
    'misskey',
    {
      package: '@misskey-dev/node-http-message-signatures 0.0.10 (npm), MIT',
      repository: 'https://github.com/misskey-dev/node-http-message-signatures',
      made: 'digest, Signature-Input and base by the package; the signature over its base by node:crypto',
    },
    misskey,
  ],
]

test.each(origins)(
  'the checked-in vector of %s is good, and equals what the signer makes today',
  async (name, origin, sign) => {
    const { method, url, headers } = await sign(quote, created)
    const made = {
      origin,
      key: { kid: testKey.keyId, alg: 'EdDSA', ...clientKey.key.export({ format: 'jwk' }) },
      request: { method, url, headers, body: text },
    }
    await expect(`${JSON.stringify(made, null, 2)}\n`).toMatchFileSnapshot(`testing/vectors/${name}.json`)
    expect(flawOf({ method, url, headers, body: Buffer.from(text) })).toBeUndefined()
  },
)
