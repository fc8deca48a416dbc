import type { ExtraGuard, Override, Variant } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import { type RefusalAnswer, unauthorized } from '../core/answer.ts'
import type { ReceivedRequest } from '../core/request.ts'
import { stepsRefusing } from '../faults/signatures/verification.ts'
import { signatureNotExpired } from '../profiles/strict-requests.ts'
import { candidatesOf } from '../signatures/candidate.ts'
import { verifyRequest } from '../signatures/verify.ts'
import type { Context } from '../state/world.ts'

/** Refuses headers that violate RFC 8941, unless every violation is in the form of a known client. */
const lenientSteps = stepsRefusing(
  (id) => id === 'signature-structured',
  (candidate, right) =>
    (candidate.signature?.flaws.length ?? 0) > (candidate.signature?.forms.length ?? 0)
      ? right(candidate)
      : undefined,
)

/**
 * Accepts two forms that violate RFC 8941, with a warning: a signature without its colons (PHP), and a signature
 * without colons and label whose components have no quotes (Rust). Everything else about the signature must be right.
 * If the components have no quotes, the line @signature-params may have them as in the header, as the Rust client signs
 * it, or in quotes, as RFC 9421 requires.
 */
export const lenientSignatures: Variant = {
  id: 'lenient-signatures',
  says: 'Signatures in the forms of known clients that break RFC 8941 are accepted with a warning',
  override: replacing('requests', 'verifySignature', {
    gives: (strictly, request, keys) => {
      if (strictly.ok || strictly.step !== 'signature-structured') return strictly
      const verification = verifyRequest(request, keys, lenientSteps)
      if (!verification.ok) return verification
      const forms = candidatesOf(request, keys).flatMap(({ signature }) =>
        signature?.label === verification.label ? (signature?.forms ?? []) : [],
      )
      return { ...verification, warning: `accepted by --lenient-signatures only: ${forms.join('; ')}` }
    },
  }),
}

/** The seconds by which the clock of a client may differ from the mock's. */
const tolerance = 300

const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/**
 * Refuses signatures created too far from the current time. The interface sets no age, and RFC 9421, section 3.2,
 * leaves it to the server.
 */
const outOfTime = ({ request, world }: Context): RefusalAnswer | undefined => {
  const now = Math.floor(world.now() / 1000)
  for (const { signature } of candidatesOf(request, () => undefined)) {
    const created = signature?.input.parameters.get('created')
    if (typeof created !== 'number' || Math.abs(created - now) <= tolerance) continue
    return unauthorized(
      `signature "${signature?.label}" has created=${created}, which is more than ${tolerance} s from the time of the server: ${now}, ${time(now)}`,
    )
  }
  return undefined
}

const guard: ExtraGuard = {
  id: 'signature-of-now',
  family: 'signature',
  requirement: 'signature.age',
  refuses: outOfTime,
}

/** Refuses a request if an earlier one had the same identity. */
export const once =
  (identity: (request: ReceivedRequest) => string): Override =>
  ({ requests: { verifySignature } }) => {
    const seen = new Set<string>()
    return {
      requests: {
        verifySignature: (request, keys) => {
          const verification = verifySignature(request, keys)
          if (!verification.ok) return verification
          const own = identity(request)
          if (seen.has(own))
            return { ok: false, step: 'signature-verifies', reason: 'The signature has been used before' }
          seen.add(own)
          return verification
        },
      },
    }
  }

const withoutNonce = (request: ReceivedRequest): string =>
  [
    request.method,
    request.targetUri,
    request.headers.get('signature-input')?.replace(/;nonce="[^"]*"/g, ''),
  ].join(' ')

export const signatureVariants: readonly Variant[] = [
  {
    id: 'old-signatures-refused',
    says: `A signature created more than ${tolerance} s before or after now is refused`,
    extraGuards: [guard],
  },
  {
    id: 'expired-signatures-accepted',
    says: 'A signature whose expires time has passed is accepted',
    without: [signatureNotExpired.id],
  },
  // RFC 9421, section 7.2.2, advises servers to refuse a signature that is sent again.
  {
    id: 'signatures-good-once',
    says: 'A signature is accepted once',
    override: once(({ headers }) => headers.get('signature') ?? ''),
  },
  {
    id: 'signatures-good-once-whatever-nonce',
    says: 'A signature is accepted once, and a nonce does not make it another one',
    excludes: ['signatures-good-once'],
    override: once(withoutNonce),
  },
]
