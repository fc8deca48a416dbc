import type { KeyLookup, ReceivedRequest } from '../core/request.ts'
import { firstRefusal, type SignatureStepId, type Verification } from '../core/verification.ts'
import { type Candidate, candidatesOf } from './candidate.ts'
import { type SignatureStep, signatureSteps } from './signature-steps.ts'

/**
 * Verifies each signature of a request separately. One valid signature is enough; otherwise the one that got furthest
 * explains the refusal. The first step that refuses decides; a step left out of `steps` refuses nothing. Never throws,
 * whatever was received.
 */
export function verifyRequest(
  request: ReceivedRequest,
  keys: KeyLookup,
  steps: readonly SignatureStep[] = signatureSteps,
): Verification {
  let furthest: ReturnType<typeof firstRefusal<SignatureStepId, Candidate>>
  for (const candidate of candidatesOf(request, keys)) {
    const refusal = firstRefusal(candidate, steps)
    if (!refusal) return accepted(candidate)
    if (!furthest || refusal.place > furthest.place) furthest = refusal
  }
  return furthest?.refused ?? { ok: true }
}

const accepted = ({ signature }: Candidate): Verification => {
  const expires = signature?.input.parameters.get('expires')
  return {
    ok: true,
    ...(signature && { label: signature.label }),
    ...(signature?.keyId !== undefined && { keyId: signature.keyId }),
    ...(typeof expires === 'number' && { expires }),
  }
}
