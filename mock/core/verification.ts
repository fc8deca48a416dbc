/** Why a step refuses: a sentence a client developer can act on. */
export interface Objection {
  reason: string
  /** What the server expected in full: the signature base, or the digest. */
  expected?: string
}

export type Refused<Id extends string> = Objection & { ok: false; step: Id }

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
  { ok: true; label?: string; keyId?: string; warning?: string } | Refused<SignatureStepId>

export type DigestVerification = { ok: true } | Refused<DigestStepId>
