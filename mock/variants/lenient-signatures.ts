import type { Variant } from '../changes/change.ts'
import { candidatesOf } from '../signatures/candidate.ts'
import { type SignatureStep, signatureSteps } from '../signatures/signature-steps.ts'
import { verifyRequest } from '../signatures/verify.ts'

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
  override: ({ verifySignature }) => ({
    verifySignature: (request, keys) => {
      const strictly = verifySignature(request, keys)
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
