import { expect, test } from 'vitest'
import type { ReceivedRequest } from '../core/request.ts'
import type { SignatureStepId } from '../core/verification.ts'
import { signatureSteps } from './signature-steps.ts'
import { altered, header, keys, signed, signedByHand, simplest } from './testing/signing.ts'
import { verifyRequest } from './verify.ts'

const signature = header(await signed(), 'signature')
const rustComponents = '(@method @target-uri content-type authorization content-digest content-length)'
const rust = signedByHand(`${rustComponents};created=1700000000;keyid="client-key-1"`, [
  '"@method": POST',
  `"@target-uri": ${simplest.targetUri}`,
  ...['content-type', 'authorization', 'content-digest', 'content-length'].map(
    (name) => `"${name}": ${simplest.headers[name]}`,
  ),
])

/** Requests with one defect each, the step that refuses it, and the reason. */
const defects: Array<[what: string, step: SignatureStepId, reason: string, request: ReceivedRequest]> = [
  [
    'neither header',
    'signature-present',
    'the request has neither a Signature-Input nor a Signature header',
    altered(await signed(), { signature: undefined, 'signature-input': undefined }),
  ],
  [
    'no Signature',
    'signature-readable',
    'the header Signature is absent',
    altered(await signed(), { signature: undefined }),
  ],
  [
    'no Signature-Input',
    'signature-readable',
    'the header Signature-Input is absent',
    altered(await signed(), { 'signature-input': undefined }),
  ],
  [
    'an empty Signature',
    'signature-readable',
    'the header Signature is empty',
    altered(await signed(), { signature: '' }),
  ],
  [
    'both headers empty',
    'signature-readable',
    'the header Signature-Input is empty',
    altered(await signed(), { signature: '', 'signature-input': ' ' }),
  ],
  [
    'a truncated Signature',
    'signature-readable',
    'Signature: the value of "sig1" is not base64 between colons (Could not find a closing ":" character to mark end of Byte Sequence at offset 6)',
    altered(await signed(), { signature: signature.slice(0, -20) }),
  ],
  [
    'a truncated Signature-Input',
    'signature-readable',
    'Signature-Input: "sig1" is not a list of components in double quotes (Unexpected end of input at offset 17)',
    altered(await signed(), { 'signature-input': 'sig1=("@method" "' }),
  ],
  [
    'a Signature that is not base64',
    'signature-readable',
    'Signature: the value of "sig1" is not base64 between colons (ByteSequence does not contain a valid base64 string at offset 11)',
    altered(await signed(), { signature: 'sig1=:***%:' }),
  ],
  [
    'a Signature of no bytes',
    'signature-readable',
    'Signature: the value of "sig1" is not base64 between colons',
    altered(await signed(), { signature: 'sig1=::' }),
  ],
  [
    'no label common to both headers',
    'signature-readable',
    'Signature has only "sig2", and the other header has a different label',
    altered(await signed(), { signature: signature.replace('sig1', 'sig2') }),
  ],
  [
    'the PHP form, base64 without colons',
    'signature-structured',
    'Signature: the value of "sig1" is base64 without colons (RFC 8941, 3.3.5); write sig1=:BASE64:',
    altered(await signed(), { signature: signature.replaceAll(':', '') }),
  ],
  [
    'the Rust form, unquoted components and bare base64',
    'signature-structured',
    'Signature-Input: the components of "sig1" are not in double quotes (RFC 8941, 3.3.3); write sig1=("@method" …); Signature: the value of a member without a label is base64 without colons (RFC 8941, 3.3.5); write LABEL=:BASE64:',
    altered(rust, { signature: header(rust, 'signature').replace('sig1=', '').replaceAll(':', '') }),
  ],
  [
    'a trailing comma',
    'signature-structured',
    'Signature breaks RFC 8941: a comma without a member next to it',
    altered(await signed(), { signature: `${signature},` }),
  ],
  [
    'a component twice',
    'signature-component-unique',
    'signature "sig1" covers "@method" more than once',
    await signed({ components: [...simplest.components, '@method'] }),
  ],
  [
    '@method uncovered',
    'signature-covers-method',
    'signature "sig1" does not cover "@method"; it covers "@target-uri" "authorization" "content-digest"',
    await signed({ components: simplest.components.filter((name) => name !== '@method') }),
  ],
  [
    '@target-uri uncovered',
    'signature-covers-target-uri',
    'signature "sig1" does not cover "@target-uri"; it covers "@method" "@path" "authorization" "content-digest"',
    await signed({ components: ['@method', '@path', 'authorization', 'content-digest'] }),
  ],
  [
    'authorization uncovered',
    'signature-covers-authorization',
    'signature "sig1" does not cover "authorization"; it covers "@method" "@target-uri" "content-digest"',
    await signed({ components: ['@method', '@target-uri', 'content-digest'] }),
  ],
  [
    'only one member of content-digest covered',
    'signature-covers-content-digest',
    'signature "sig1" does not cover "content-digest"; it covers "@method" "@target-uri" "authorization" "content-digest";key="sha-512"',
    await signed({
      components: ['@method', '@target-uri', 'authorization', '"content-digest";key="sha-512"'],
    }),
  ],
  [
    'no keyid',
    'signature-keyid-known',
    'signature "sig1" has no keyid; add ;keyid="…", the kid of the key',
    await signed({ parameters: ['created'] }),
  ],
  [
    'a keyid that is not a string',
    'signature-keyid-known',
    'signature "sig1" has a keyid that is not a string in double quotes; add ;keyid="…", the kid of the key',
    altered(await signed(), {
      'signature-input': header(await signed(), 'signature-input').replace('"client-key-1"', 'client-key-1'),
    }),
  ],
  [
    'an unknown keyid',
    'signature-keyid-known',
    'signature "sig1" uses the unknown key "stranger"',
    await signed({ values: { keyid: 'stranger' } }),
  ],
  [
    'the alg of another key',
    'signature-alg-fits-key',
    'signature "sig1" has alg="rsa-pss-sha512", but key "client-key-1" is for EdDSA, which RFC 9421 calls "ed25519"',
    await signed({ parameters: ['created', 'keyid', 'alg'], values: { alg: 'rsa-pss-sha512' } }),
  ],
  [
    'the JWK name as alg',
    'signature-alg-fits-key',
    'signature "sig1" has alg="EdDSA", but key "client-key-1" is for EdDSA, which RFC 9421 calls "ed25519"',
    await signed({ parameters: ['created', 'keyid', 'alg'], values: { alg: 'EdDSA' } }),
  ],
  [
    'a signature of another method',
    'signature-verifies',
    'signature "sig1" does not verify with key "client-key-1" (ed25519) over the signature base of the received request',
    { ...(await signed()), method: 'PUT' },
  ],
  [
    'a signature cut short inside its colons',
    'signature-verifies',
    'signature "sig1" has 30 bytes, but ed25519 signatures have 64',
    altered(await signed(), { signature: `${signature.slice(0, 46)}:` }),
  ],
  [
    'a covered header taken away',
    'signature-verifies',
    'signature "sig1" has no signature base: "content-digest" is covered, but the request has no such header',
    altered(await signed(), { 'content-digest': undefined }),
  ],
]

test.each(defects)('%s is refused by %s alone', (_, step, reason, request) => {
  expect(verifyRequest(request, keys)).toMatchObject({ ok: false, step, reason })
  const without = signatureSteps.filter(({ id }) => id !== step)
  expect(verifyRequest(request, keys, without)).toMatchObject({ ok: true })
})

test.each([
  [
    'the form of draft-cavage',
    /draft-cavage-http-signatures/,
    { signature: 'keyId="k",headers="date",signature="AA"', 'signature-input': undefined },
  ],
  ['base64url', /"sig1" is base64url/, { signature: `sig1=:${'_'.repeat(86)}==:` }],
])('%s is refused, and the message names the form', async (_, reason, headers) => {
  expect(verifyRequest(altered(await signed(), headers), keys)).toMatchObject({
    step: 'signature-readable',
    reason: expect.stringMatching(reason),
  })
})

test('every step has a defect that it alone refuses', () => {
  expect(new Set(defects.map(([, step]) => step))).toEqual(new Set(signatureSteps.map(({ id }) => id)))
})

test('the refusal of a signature that does not verify contains the expected signature base', async () => {
  const request = await signed()
  expect(verifyRequest({ ...request, targetUri: 'http://wallet.example/op/quotes' }, keys)).toMatchObject({
    expected: [
      '"@method": POST',
      '"@target-uri": http://wallet.example/op/quotes',
      '"authorization": GNAP token-1',
      `"content-digest": ${simplest.headers['content-digest']}`,
      '"@signature-params": ("@method" "@target-uri" "authorization" "content-digest");created=1700000000;keyid="client-key-1"',
    ].join('\n'),
  })
})
