import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReceivedRequest } from '../core/request.ts'
import type { DigestStepId } from '../core/verification.ts'
import { digestSteps, verifyDigest } from './digest.ts'
import { digestOf } from './testing/signing.ts'

const body = '{"hello": "world"}'
const sha512 = digestOf(body)
const sha256 = digestOf(body, 'sha-256')

const post = (digest: string | undefined, content: string | Uint8Array = body): ReceivedRequest => ({
  method: 'POST',
  targetUri: 'https://wallet.example/quotes',
  headers: new Map(digest === undefined ? [] : [['content-digest', digest]]),
  body: Buffer.from(content),
})

test.each([
  ['sha-512', sha512],
  ['sha-256', sha256],
  ['both', `${sha512}, ${sha256}`],
  ['an unknown one before a known one', `md5=:AAAA:, ${sha512}`],
  ['an unknown one that is not base64, after a known one', `${sha256}, unixsum=30637`],
  ['no padding', sha512.replace(/=+:$/, ':')],
  ['parameters', `${sha512};by="client"`],
])('%s is accepted', (_, digest) => {
  expect(verifyDigest(post(digest))).toEqual({ ok: true })
})

test.each([undefined, '', sha512, 'rubbish'])(
  'the Content-Digest %j of a request without a body is ignored',
  (digest) => {
    expect(verifyDigest(post(digest, ''))).toEqual({ ok: true })
  },
)

const defects: Array<[what: string, step: DigestStepId, reason: string, request: ReceivedRequest]> = [
  ['none', 'digest-present', 'the request has a body but no Content-Digest header', post(undefined)],
  ['an empty one', 'digest-readable', 'Content-Digest is empty; write sha-512=:BASE64:', post('')],
  [
    'one without colons',
    'digest-readable',
    'Content-Digest: the value of sha-512 is not base64 between colons; write sha-512=:BASE64:',
    post('sha-512=abc'),
  ],
  [
    'one in the form of the Digest header',
    'digest-readable',
    'Content-Digest breaks RFC 8941: A key must begin with an asterisk or letter (a-z) at offset 0; write sha-512=:BASE64:',
    post(sha256.replace('sha', 'SHA').replaceAll(':', '')),
  ],
  [
    'a truncated one',
    'digest-readable',
    'Content-Digest breaks RFC 8941: Could not find a closing ":" character to mark end of Byte Sequence at offset 9; write sha-512=:BASE64:',
    post(sha512.slice(0, -9)),
  ],
  [
    'only unknown algorithms',
    'digest-algorithm',
    'Content-Digest has only md5, sha-384; use sha-512 or sha-256',
    post('md5=:AAAA:, sha-384=:AAAA:'),
  ],
  [
    'one of other bytes',
    'digest-matches-body',
    `The digest of the 18 received bytes is ${sha512}, but Content-Digest is ${digestOf('{}')}`,
    post(digestOf('{}')),
  ],
  [
    'one of the same JSON in other bytes',
    'digest-matches-body',
    `The digest of the 17 received bytes is ${digestOf('{"hello":"world"}')}, but Content-Digest is ${sha512}`,
    post(sha512, '{"hello":"world"}'),
  ],
  [
    'a right one beside a wrong one',
    'digest-matches-body',
    `The digest of the 18 received bytes is ${sha256}, but Content-Digest is sha-256=:AAAA:`,
    post(`${sha512}, sha-256=:AAAA:`),
  ],
]

test.each(defects)('%s is refused by %s alone', (_, step, reason, request) => {
  expect(verifyDigest(request)).toMatchObject({ ok: false, step, reason })
  const without = digestSteps.filter(({ id }) => id !== step)
  expect(verifyDigest(request, without)).toEqual({ ok: true })
})

test('the message about a digest in hex, which is also valid base64, says that it is hex', () => {
  const hex = createHash('sha256').update(body).digest('hex')
  expect(verifyDigest(post(`sha-256=:${hex}:`))).toMatchObject({
    step: 'digest-matches-body',
    reason: expect.stringMatching(/, the digest in hex instead of base64$/),
  })
})

test('the refusal of a digest of other bytes contains the expected digest', () => {
  expect(verifyDigest(post(digestOf('{}', 'sha-256')))).toMatchObject({ expected: sha256 })
})

test('a digest is right for the bytes received and for no others', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), fc.uint8Array({ minLength: 1 }), (bytes, other) => {
      const digest = `sha-512=:${createHash('sha512').update(bytes).digest('base64')}:`
      expect(verifyDigest(post(digest, bytes)).ok).toBe(true)
      expect(verifyDigest(post(digest, other)).ok).toBe(Buffer.compare(bytes, other) === 0)
    }),
  )
})
