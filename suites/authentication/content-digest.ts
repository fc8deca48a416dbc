import { createHash } from 'node:crypto'
import { each } from '../../src/check/cases/given.ts'
import { refusedAs } from '../../src/check/expectation.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import { MissingPrerequisite } from '../../src/check/session.ts'
import type { HttpRequest } from '../../src/core/http-request.ts'
import { isObject } from '../../src/core/json.ts'
import { forged } from '../../src/generate/forged.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { contentDigest, withDigest } from '../../src/http/request/digest.ts'
import { bodyOf } from '../../src/http/request/message.ts'
import { withBody } from '../support/operations.ts'
import { forgeriesOf, forgeryOf } from './forgeries.ts'
import { requiredComponents, withHeader } from './signature-headers.ts'

const digestOf = (algorithm: string, bytes: Uint8Array | string): string =>
  `:${createHash(algorithm).update(bytes).digest('base64')}:`

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

/** A check that bodies with forgeries of their Content-Digest are refused. */
const wrong = (id: string, title: string, detects: string, classes: readonly string[]) =>
  refusal({
    id,
    title,
    detects,
    on: withBody,
    ...forgeriesOf('digest', classes),
    mutate: (draft, forgery) => {
      const body = bodyOf(draft) ?? Buffer.of()
      return withDigest(draft, forged(forgeryOf('digest', forgery), contentDigest(body, 'sha-512'), { body }))
    },
  })

export const unreadable = wrong(
  'content-digest/unreadable',
  'A Content-Digest that cannot be read is refused',
  'without-digest-readable',
  ['unreadable'],
)

export const unknownAlgorithm = wrong(
  'content-digest/unknown-algorithm',
  'A Content-Digest with only unknown algorithms is refused',
  'without-digest-algorithm',
  ['unknown'],
)

export const ofOtherBytes = wrong(
  'content-digest/of-other-bytes',
  'A Content-Digest that does not match the body is refused',
  'without-digest-matches-body',
  ['of something else', 'constant'],
)

export const nearly = wrong(
  'content-digest/nearly-right',
  'A Content-Digest that is cut short, uses another algorithm than it names or is of another form of the body is refused',
  'digest-by-any-algorithm',
  ['another algorithm', 'of the body written otherwise'],
)

export const otherBytes = wrong(
  'content-digest/altered',
  'A Content-Digest that differs from the right digest in one byte, in added bytes or in case is refused',
  'digest-compared-without-case',
  ['altered'],
)

/** A server that takes a missing header for an empty one would find the signature over an empty one valid. */
export const removed = refusal({
  id: 'content-digest/removed',
  title: 'A body whose Content-Digest was removed after signing is refused, even if it was empty',
  detects: 'absent-digest-covered-as-empty',
  on: withBody,
  cases: each<'right' | 'empty'>('right', 'empty'),
  mutate: (draft, signed) =>
    signed === 'right'
      ? draft
      : {
          ...draft,
          signing: {
            components: requiredComponents,
            over: (message) => withHeader(message, 'content-digest', () => ''),
          },
        },
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
  'a line break behind it': (body: Record<string, unknown>) => `${JSON.stringify(body)}\n`,
}

export const bodyAltered = refusal({
  id: 'content-digest/body-altered',
  title: 'A body altered after signing is refused',
  detects: 'without-digest-matches-body',
  on: withBody,
  cases: each<keyof typeof otherBodies>('another amount', 'other white space', 'a line break behind it'),
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
