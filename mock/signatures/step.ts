import type { Objection, Refused } from '../core/verification.ts'

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
): { refused: Refused<Id>; place: number } | undefined {
  for (const [place, step] of steps.entries()) {
    const refusal = step.refuses(subject)
    if (refusal) return { refused: { ok: false, step: step.id, ...refusal }, place }
  }
  return undefined
}
