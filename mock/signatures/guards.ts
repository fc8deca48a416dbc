import { type RefusalAnswer, unauthorized } from '../core/answer.ts'
import type { FailedStep } from '../core/verification.ts'
import type { Guard } from '../http/guard.ts'
import type { Context } from '../state/world.ts'
import { digestSteps } from './digest.ts'
import { signatureSteps } from './signature-steps.ts'

/** Turns a verification step into a guard, which refuses if the verification ended at exactly that step. */
const guardOf =
  (outcome: (context: Context) => { ok: true } | FailedStep<string>) =>
  ({ id, requirement }: { id: string; requirement: string }): Guard => ({
    id,
    family: 'signature',
    requirement,
    refuses: (context) => {
      const verification = outcome(context)
      return !verification.ok && verification.step === id ? refusalBy(verification) : undefined
    },
  })

const refusalBy = ({ reason, expected }: FailedStep<string>): RefusalAnswer => ({
  ...unauthorized(reason),
  ...(expected !== undefined && { expected }),
})

const keyBoundToToken: Guard = {
  id: 'key-bound-to-token',
  family: 'signature',
  requirement: 'signature.key.bound',
  refuses: ({ world, token, verified }) => {
    const verification = verified.signature()
    if (!token || !verification.ok || verification.keyId === undefined) return undefined
    return world.behaviour.requests.same('key-of-token', verification.keyId, token.client.key.keyId)
      ? undefined
      : unauthorized(`the access token is bound to another key than "${verification.keyId}"`)
  },
}

export const signatureGuards: readonly Guard[] = [
  ...signatureSteps.map(guardOf(({ verified }) => verified.signature())),
  keyBoundToToken,
  ...digestSteps.map(guardOf(({ verified }) => verified.digest())),
]
