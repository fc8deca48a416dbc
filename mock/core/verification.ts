/** Why a step refuses: a sentence a client developer can act on. */
export interface Objection {
  reason: string
  /** What the server expected in full: the signature base, or the digest. */
  expected?: string
}

export type FailedStep<Id extends string> = Objection & { ok: false; step: Id }

export type SignatureStepId =
  | 'signature-present'
  | 'signature-readable'
  | 'signature-structured'
  | 'signature-component-unique'
  | 'signature-covers-method'
  | 'signature-covers-target-uri'
  | 'signature-covers-authorization'
  | 'signature-covers-content-digest'
  | 'signature-keyid-known'
  | 'signature-verifies'
  | 'signature-alg-fits-key'

export type DigestStepId = 'digest-present' | 'digest-readable' | 'digest-algorithm' | 'digest-matches-body'

/** `label` and `keyId` are of the signature that is good; absent only where a left-out step let none be. */
export type Verification =
  /** `warning`: what a lenient mock let pass. */
  { ok: true; label?: string; keyId?: string; warning?: string } | FailedStep<SignatureStepId>

export type DigestVerification = { ok: true } | FailedStep<DigestStepId>

/** Whether what a request gives is what is known or wanted. */
export type SameText = (given: string, known: string) => boolean

/**
 * One step of verification. It refuses only its own defect and abstains where its subject is missing, so that
 * a request with one defect passes as soon as that one step is left out.
 */
export interface VerificationStep<Id extends string, Subject> {
  id: Id
  /** The requirement it enforces. */
  requirement: string
  refuses: (subject: Subject) => Objection | undefined
}

/** The first step that refuses, and its place in the order; `undefined` where all agree. */
export function firstRefusal<Id extends string, Subject>(
  subject: Subject,
  steps: readonly VerificationStep<Id, Subject>[],
): { refused: FailedStep<Id>; place: number } | undefined {
  for (const [place, step] of steps.entries()) {
    const refusal = step.refuses(subject)
    if (refusal) return { refused: { ok: false, step: step.id, ...refusal }, place }
  }
  return undefined
}
