import type { ExtraGuard, Variant } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import { type Refusal, unauthorized } from '../core/answer.ts'
import { candidatesOf } from '../signatures/candidate.ts'
import { type SignatureStep, signatureSteps } from '../signatures/signature-steps.ts'
import { verifyRequest } from '../signatures/verify.ts'
import type { Context } from '../state/world.ts'

/** Refuses headers that break RFC 8941, unless they do so only as known clients do. */
const structuredOrKnown = (step: SignatureStep): SignatureStep =>
  step.id === 'signature-structured'
    ? {
        ...step,
        refuses: (candidate) =>
          (candidate.signature?.flaws.length ?? 0) > (candidate.signature?.forms.length ?? 0)
            ? step.refuses(candidate)
            : undefined,
      }
    : step

const lenientSteps = signatureSteps.map(structuredOrKnown)

/**
 * Takes two forms that break RFC 8941 with a warning: a signature without its colons (PHP), and one without colons and
 * label under components without quotes (Rust). All else of the signature has to be right. Where the components stand
 * without quotes, the line @signature-params may have them as the header does, as the Rust client signs, or in quotes,
 * as RFC 9421 has them.
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

/** Seconds that the clock of a client may be away from the mock's. */
const tolerance = 300

const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** The interface sets no age; RFC 9421, 3.2 leaves it to the server. */
const outOfTime = ({ request, world }: Context): Refusal | undefined => {
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

export const signatureAgeVariants: readonly Variant[] = [
  {
    id: 'old-signatures-refused',
    says: `A signature created more than ${tolerance} s before or after now is refused`,
    extraGuards: [guard],
  },
]
