import { refusing } from '../../changes/change.ts'
import { badRequest, type Family, unauthorized } from '../../core/answer.ts'
import type { OperationId } from '../../core/operations.ts'
import type { Context } from '../../state/world.ts'
import type { Defect } from '../fault.ts'

interface TooMuch {
  id: string
  breaks: string
  says: string
  /** Which guards it stands among; the rules by default. */
  family?: Family
  /** Which operations have it; all by default. */
  operations?: readonly OperationId[]
  /** The status that it answers with; that of its family by default. */
  status?: number
  isRefused: (context: Context) => boolean
}

/** Refuses what it should serve. */
export function tooMuch({
  id,
  breaks,
  says,
  family = 'rule',
  operations,
  status,
  isRefused,
}: TooMuch): Defect {
  const usual = family === 'signature' ? unauthorized(says) : badRequest(says)
  const guard = refusing({
    id,
    family,
    requirement: breaks,
    ...(operations && { operations }),
    refusal: status === undefined ? usual : { ...usual, status },
    isRefused,
  })
  return { id, breaks, says, extraGuards: [guard] }
}

/** Fails at what it may refuse or serve. */
export function failingAt(failure: Omit<TooMuch, 'breaks' | 'status'>): Defect {
  return tooMuch({ ...failure, breaks: 'errors.no-server-error', status: 500 })
}
