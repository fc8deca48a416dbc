/** The reason of a refusal: a sentence that a client developer can act on. */
export interface Objection {
  reason: string
  /** The complete value that the server expected: the signature base, or the digest. */
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

/**
 * The outcome of verifying signatures. `label`, `keyId` and `expires` belong to the valid signature. The first two are
 * undefined only if a step was left out, so that no signature had to be valid. `expires` is in seconds.
 */
export type Verification =
  /** `warning` says what a lenient mock tolerated. */
  | { ok: true; label?: string; keyId?: string; expires?: number; warning?: string }
  | FailedStep<SignatureStepId>

export type DigestVerification = { ok: true } | FailedStep<DigestStepId>

/** Compares a value of a request with the known or required one. */
export type SameText = (given: string, known: string) => boolean

/**
 * A step of verification. It refuses only its own defect and abstains if its subject is missing. A request with one
 * defect therefore passes as soon as that one step is left out.
 */
export interface VerificationStep<Id extends string, Subject> {
  id: Id
  /** The requirement that the step enforces. */
  requirement: string
  refuses: (subject: Subject) => Objection | undefined
}

/** The refusal of the first step that refuses, and the place of that step. `undefined` if none refuses. */
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
