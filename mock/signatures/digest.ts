import { createHash } from 'node:crypto'
import type { ReceivedRequest } from '../core/request.ts'
import {
  type DigestStepId,
  type DigestVerification,
  firstRefusal,
  type Objection,
  type SameText,
  type VerificationStep,
} from '../core/verification.ts'
import { membersOf } from './dictionary.ts'

interface StatedDigests {
  body: Uint8Array
  /** The header, or undefined if there is none. */
  field: string | undefined
  /** The reason why the header cannot be read. */
  unreadable: string | undefined
  /** Names of all digests, known or not. */
  names: string[]
  /** The digests by algorithms that the mock knows. */
  known: Map<string, Uint8Array>
}

/** The algorithms that RFC 9530 calls active, with their names in node:crypto. */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['sha-512', 'sha512'],
  ['sha-256', 'sha256'],
])

const statedDigests = ({ body, headers }: ReceivedRequest): StatedDigests => {
  const field = headers.get('content-digest')
  const stated: StatedDigests = { body, field, unreadable: undefined, names: [], known: new Map() }
  const members = membersOf(field ?? '')
  if (members.length === 0) stated.unreadable = 'Content-Digest is empty'
  for (const member of members) {
    if ('problem' in member) {
      stated.unreadable ??= `Content-Digest breaks RFC 8941: ${member.problem}`
      continue
    }
    stated.names.push(member.key)
    if (!algorithms.has(member.key)) continue
    const [bytes] = member.value
    if (bytes instanceof ArrayBuffer) stated.known.set(member.key, new Uint8Array(bytes))
    else stated.unreadable ??= `Content-Digest: the value of ${member.key} is not base64 between colons`
  }
  return stated
}

const mismatchBy =
  (same: SameText) =>
  ({ body, known }: StatedDigests): Objection | undefined => {
    for (const [name, bytes] of known) {
      const right = createHash(algorithms.get(name) ?? name)
        .update(body)
        .digest('base64')
      const given = Buffer.from(bytes).toString('base64')
      if (same(given, right)) continue
      const expected = `${name}=:${right}:`
      return {
        reason: `The digest of the ${body.length} received bytes is ${expected}, but Content-Digest is ${name}=:${given}:${isHex(given, right) ? ', the digest in hex instead of base64' : ''}`,
        expected,
      }
    }
    return undefined
  }

/** Detects a digest written in hex. Hex digits are valid base64 too, but of other bytes. */
const isHex = (given: string, right: string): boolean =>
  given.toLowerCase() === Buffer.from(right, 'base64').toString('hex')

/**
 * The steps of verifying a body's digest, in order. They do not apply to a request without a body. `same` compares
 * digests in base64.
 */
export function digestStepsComparing(
  same: SameText,
): readonly VerificationStep<DigestStepId, StatedDigests>[] {
  return [
    {
      id: 'digest-present',
      requirement: 'signature.digest.present',
      refuses: ({ field }) =>
        field === undefined ? { reason: 'the request has a body but no Content-Digest header' } : undefined,
    },
    {
      id: 'digest-readable',
      requirement: 'signature.digest.readable',
      refuses: ({ field, unreadable }) =>
        field !== undefined && unreadable ? { reason: `${unreadable}; write sha-512=:BASE64:` } : undefined,
    },
    {
      id: 'digest-algorithm',
      requirement: 'signature.digest.algorithm',
      refuses: ({ names, unreadable, known }) =>
        unreadable || known.size > 0
          ? undefined
          : {
              reason: `Content-Digest has only ${names.join(', ')}; use ${[...algorithms.keys()].join(' or ')}`,
            },
    },
    { id: 'digest-matches-body', requirement: 'signature.digest.matches-body', refuses: mismatchBy(same) },
  ]
}

export const digestSteps = digestStepsComparing((given, right) => given === right)

/** Compares the body, byte for byte as received, with its Content-Digest. Never throws. */
export function verifyDigest(request: ReceivedRequest, steps = digestSteps): DigestVerification {
  if (request.body.length === 0) return { ok: true }
  return firstRefusal(statedDigests(request), steps)?.refused ?? { ok: true }
}
