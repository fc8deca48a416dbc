import { createHash } from 'node:crypto'
import { refusedAs } from '../../src/check/expectation.ts'
import { each } from '../../src/check/given.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import { MissingPrerequisite } from '../../src/check/session.ts'
import type { HttpRequest } from '../../src/core/http-request.ts'
import { isObject } from '../../src/core/json.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { bodyOf } from '../../src/http/request/message.ts'
import { withBody } from '../support/operations.ts'
import { inOtherCase } from './signature-headers.ts'

const digestOf = (algorithm: string, bytes: Uint8Array | string): string =>
  `:${createHash(algorithm).update(bytes).digest('base64')}:`

/** Signed like any other request, but over this Content-Digest. */
const withDigest = (draft: RequestDraft, contentDigest: string): RequestDraft => ({
  ...draft,
  headers: { ...draft.headers, 'content-digest': contentDigest },
})

/** The signature does not cover the digest: otherwise the server could refuse the request for its signature. */
export const absent = refusal({
  id: 'content-digest/absent',
  title: 'A body without a Content-Digest is refused',
  detects: 'without-digest-present',
  on: withBody,
  mutate: (draft) => ({ ...draft, signing: { components: ['@method', '@target-uri', 'authorization'] } }),
  tamper: ({ headers: { 'content-digest': _, ...headers }, ...message }) => ({ ...message, headers }),
  expect: refusedAs('digest', 'signature.digest.present'),
})

export const unreadable = refusal({
  id: 'content-digest/unreadable',
  title: 'A Content-Digest that cannot be read is refused',
  detects: 'without-digest-readable',
  on: withBody,
  cases: each('sha-512', 'sha-512=:*:', 'sha-512=:', '='),
  mutate: (draft, contentDigest) => withDigest(draft, contentDigest),
  expect: refusedAs('digest', 'signature.digest.readable'),
})

export const unknownAlgorithm = refusal({
  id: 'content-digest/unknown-algorithm',
  title: 'A Content-Digest with only unknown algorithms is refused',
  detects: 'without-digest-algorithm',
  on: withBody,
  mutate: (draft) => withDigest(draft, `md4711=${digestOf('sha256', bodyOf(draft) ?? '')}`),
  expect: refusedAs('digest', 'signature.digest.algorithm'),
})

export const ofOtherBytes = refusal({
  id: 'content-digest/of-other-bytes',
  title: 'A Content-Digest that does not match the body is refused',
  detects: 'without-digest-matches-body',
  on: withBody,
  cases: each('sha-512', 'sha-256'),
  mutate: (draft, algorithm) =>
    withDigest(draft, `${algorithm}=${digestOf(algorithm.replace('-', ''), 'another body')}`),
  expect: refusedAs('digest', 'signature.digest.matches-body'),
})

/** Digests that look like the right one. */
const nearlyRight = {
  'sha-256 under the name of sha-512': (body: Uint8Array | string) => `sha-512=${digestOf('sha256', body)}`,
  'sha-512 under the name of sha-256': (body: Uint8Array | string) => `sha-256=${digestOf('sha512', body)}`,
  'the first half of the right digest': (body: Uint8Array | string) =>
    `sha-512=:${createHash('sha512').update(body).digest().subarray(0, 32).toString('base64')}:`,
}

export const nearly = refusal({
  id: 'content-digest/nearly-right',
  title: 'A Content-Digest that is cut short or uses another algorithm than it names is refused',
  detects: 'digest-by-any-algorithm',
  on: withBody,
  cases: each<keyof typeof nearlyRight>(
    'sha-256 under the name of sha-512',
    'sha-512 under the name of sha-256',
    'the first half of the right digest',
  ),
  mutate: (draft, kind) => withDigest(draft, nearlyRight[kind](bodyOf(draft) ?? '')),
  expect: refusedAs('digest', 'signature.digest.matches-body'),
})

/** Changes to the right sha-512 digest: to its bytes, or to its spelling. */
const otherDigests = {
  'its first byte altered': (digest: Buffer) => withByte(digest, 0),
  'its last byte altered': (digest: Buffer) => withByte(digest, digest.length - 1),
  'bytes after it': (digest: Buffer) => Buffer.concat([digest, Buffer.alloc(8, 7)]).toString('base64'),
  'bytes before it': (digest: Buffer) => Buffer.concat([Buffer.alloc(8, 7), digest]).toString('base64'),
  'in another case': (digest: Buffer) => inOtherCase(digest.toString('base64')),
}

const withByte = (digest: Buffer, at: number): string =>
  Buffer.from(digest.map((byte, place) => (place === at ? byte ^ 1 : byte))).toString('base64')

export const otherBytes = refusal({
  id: 'content-digest/altered',
  title:
    'A Content-Digest that differs from the right digest in one byte, in added bytes or in case is refused',
  detects: 'digest-compared-without-case',
  on: withBody.filter(({ pays }) => !pays),
  cases: each<keyof typeof otherDigests>(
    'its first byte altered',
    'its last byte altered',
    'bytes after it',
    'bytes before it',
    'in another case',
  ),
  mutate: (draft, change) => {
    const digest = createHash('sha512')
      .update(bodyOf(draft) ?? '')
      .digest()
    return withDigest(draft, `sha-512=:${otherDigests[change](digest)}:`)
  },
  expect: refusedAs('digest', 'signature.digest.matches-body'),
})

export const removed = refusal({
  id: 'content-digest/removed',
  title: 'A body whose Content-Digest was removed after signing is refused',
  detects: 'without-signature-verifies',
  on: withBody,
  tamper: ({ headers: { 'content-digest': _, ...headers }, ...message }) => ({ ...message, headers }),
  expect: refusedAs('digest', 'signature.verifies'),
})

export const uncoveredAndWrong = refusal({
  id: 'content-digest/uncovered-and-of-other-bytes',
  title: 'A wrong Content-Digest that the signature does not cover is refused',
  detects: 'without-signature-covers-content-digest',
  on: withBody,
  mutate: (draft) => ({
    ...withDigest(draft, `sha-512=${digestOf('sha512', 'another body')}`),
    signing: { components: ['@method', '@target-uri', 'authorization'] },
  }),
  expect: refusedAs('digest', 'signature.covers.content-digest'),
})

/** Bodies that are valid themselves, so that only the digest of another body can explain a refusal. */
const otherBodies = {
  'another amount': (body: Record<string, unknown>) => JSON.stringify(withSmallerAmount(body)),
  'other white space': (body: Record<string, unknown>) => JSON.stringify(body, undefined, 2),
}

export const bodyAltered = refusal({
  id: 'content-digest/body-altered',
  title: 'A body altered after signing is refused',
  detects: 'without-digest-matches-body',
  on: withBody,
  cases: each<keyof typeof otherBodies>('another amount', 'other white space'),
  mutate: (draft, kind) =>
    kind === 'other white space'
      ? withDigest(draft, `sha-512=${digestOf('sha512', withoutPadding(draft))}`)
      : draft,
  tamper: (message, kind) => withOtherBody(message, otherBodies[kind]),
  expect: refusedAs('digest', 'signature.digest.matches-body'),
})

/** The body without its padding, as a server that writes the JSON anew would have it. */
const withoutPadding = (draft: RequestDraft): Uint8Array =>
  bodyOf({ ...draft, padding: 0, blockLength: 1 }) ?? Buffer.of()

/** Replaces the body. White space at the end of the first body is kept. */
const withOtherBody = (
  message: HttpRequest,
  write: (body: Record<string, unknown>) => string,
): HttpRequest => {
  const text = Buffer.from(message.body ?? '').toString()
  const body: unknown = JSON.parse(text)
  return isObject(body)
    ? { ...message, body: Buffer.from(write(body) + text.slice(text.trimEnd().length)) }
    : message
}

/**
 * The body with a smaller amount, so that a payment stays within what it was declared to debit. Throws
 * MissingPrerequisite if there is no smaller amount: an unaltered body proves nothing.
 */
const withSmallerAmount = (body: Record<string, unknown>): Record<string, unknown> => {
  const field = 'incomingAmount' in body ? 'incomingAmount' : 'debitAmount'
  const amount = body[field]
  if (!isObject(amount)) return body
  const value = BigInt(String(amount['value']))
  if (value <= 1n) throw new MissingPrerequisite('limits.controlValue in the target file: 2 or more')
  return { ...body, [field]: { ...amount, value: String(value - 1n) } }
}
