import { refusing } from '../../changes/change.ts'
import { badRequest, type Family, type RefusalAnswer, unauthorized } from '../../core/answer.ts'
import type { OperationId } from '../../core/operations.ts'
import type { Context } from '../../state/world.ts'
import type { Defect } from '../fault.ts'

export interface TooMuch {
  id: string
  breaks: string
  says: string
  /** The id of its guard. The default is that of the fault. */
  guard?: string
  /** The family of guards that it belongs to. The default is the rules. */
  family?: Family
  /** The operations that have it. The default is all. */
  operations?: readonly OperationId[]
  /** How the refusal differs from one with the status of the family and the text of the fault. */
  refusal?: Partial<RefusalAnswer>
  isRefused: (context: Context) => boolean
}

/** Makes a fault that refuses requests which the server should serve. */
export function tooMuch({
  id,
  breaks,
  says,
  guard = id,
  family = 'rule',
  operations,
  refusal,
  isRefused,
}: TooMuch): Defect {
  const usual = family === 'signature' ? unauthorized(says) : badRequest(says)
  const refused = refusing({
    id: guard,
    family,
    requirement: breaks,
    operations,
    refusal: { ...usual, ...refusal },
    isRefused,
  })
  return { id, breaks, says, extraGuards: [refused] }
}

/** Makes a fault that answers with a 500 to requests which the server may serve or refuse. */
export function failingAt(failure: Omit<TooMuch, 'breaks' | 'refusal'>): Defect {
  return tooMuch({ ...failure, breaks: 'errors.no-server-error', refusal: { status: 500 } })
}
