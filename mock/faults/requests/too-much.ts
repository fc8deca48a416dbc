import { refusing } from '../../changes/change.ts'
import { badRequest, type Family, unauthorized } from '../../core/answer.ts'
import type { OperationId } from '../../core/operations.ts'
import type { Context } from '../../state/world.ts'
import type { Defect } from '../fault.ts'

interface TooMuch {
  id: string
  breaks: string
  says: string
  /** The family of guards that it belongs to. The default is the rules. */
  family?: Family
  /** The operations that have it. The default is all. */
  operations?: readonly OperationId[]
  /** The status of the refusal. The default is that of its family. */
  status?: number
  isRefused: (context: Context) => boolean
}

/** Makes a fault that refuses requests which the server should serve. */
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

/** Makes a fault that answers with a 500 to requests which the server may serve or refuse. */
export function failingAt(failure: Omit<TooMuch, 'breaks' | 'status'>): Defect {
  return tooMuch({ ...failure, breaks: 'errors.no-server-error', status: 500 })
}
