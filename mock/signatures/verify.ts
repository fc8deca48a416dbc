import { type Candidate, candidatesOf } from './candidate.ts'
import type { KeyLookup, ReceivedRequest } from './request.ts'
import { type SignatureStep, type Step, signatureSteps } from './signature-steps.ts'
import { firstRefusal, type Refused } from './step.ts'

/** `label` and `keyId` are of the signature that is good; absent only where a left-out step let none be. */
export type Verification =
  /** `warning`: what a lenient mock let pass. */
  { ok: true; label?: string; keyId?: string; warning?: string } | Refused<Step>

/**
 * Verifies the signatures of a request, each by itself: one good signature is enough, else the one that got
 * furthest says what is wrong. The first step that refuses decides; a step left out of `steps` refuses nothing.
 * Never throws, whatever was received.
 */
export function verifyRequest(
  request: ReceivedRequest,
  keys: KeyLookup,
  steps: readonly SignatureStep[] = signatureSteps,
): Verification {
  let furthest: ReturnType<typeof firstRefusal<Step, Candidate>>
  for (const candidate of candidatesOf(request, keys)) {
    const refusal = firstRefusal(candidate, steps)
    if (!refusal) return accepted(candidate)
    if (!furthest || refusal.place > furthest.place) furthest = refusal
  }
  return furthest?.refused ?? { ok: true }
}

const accepted = ({ signature }: Candidate): Verification => ({
  ok: true,
  ...(signature && { label: signature.label }),
  ...(signature?.keyId !== undefined && { keyId: signature.keyId }),
})
