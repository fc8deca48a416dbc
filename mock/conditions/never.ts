import type { Fault } from '../faults/fault.ts'
import type { Guard } from '../guards/guard.ts'
import type { OperationId } from '../routes/route.ts'
import type { Behaviour } from '../world/behaviour.ts'
import { strict } from '../world/strict.ts'
import { type Condition, isCreation } from './condition.ts'

/** What is called before a request is known to be good, or when it is refused. */
const beforeSuccess: ReadonlySet<keyof Behaviour> = new Set([
  'authorization',
  'keyFor',
  'verifySignature',
  'verifyDigest',
  'challenge',
  'refused',
  'isId',
  'isPaid',
  'room',
  'allowance',
])

/** What an answer to a request without a good token is made by. */
const forAnyone: ReadonlySet<string> = new Set(['answered', 'showPublicForm', 'showToAnyone', 'showAmount'])

/** Whether it shows only in answers to requests that every guard lets pass. */
const showsInSuccess = ({ without, further, swap }: Fault): boolean =>
  !without?.length &&
  !further &&
  functionsOf(swap).every((name) => !beforeSuccess.has(name as keyof Behaviour))

const functionsOf = (swap: Fault['swap']): string[] => Object.keys(swap?.({ ...strict }) ?? {})

/** Kinds of tokens, and conditions alike, that no request has which an operation carries out. */
const refusedOn = (operation: OperationId): readonly string[] => {
  const never = ['token-expired', 'token-revoked', 'body-empty', 'asked-by-anyone']
  const changes = isCreation(operation) || operation.startsWith('complete-')
  const withoutRight = changes ? ['token-read-only', 'token-receivers'] : ['token-write-only']
  return [...never, ...withoutRight]
}

/** What differs from read to read is right in the answer that creates the resource. */
const shownRightFirst = ({ id }: Fault): boolean => /drifts$|:changing$/.test(id)

/** What a guard can refuse, of the kinds of tokens. A guard that is not named can refuse with all of them. */
const tokensAt = ({ id, family }: Guard): ((condition: string) => boolean) => {
  const isOfToken = (condition: string) => condition.startsWith('token-') || condition.startsWith('asked-by-')
  if (id === 'token-not-expired') return (condition) => !isOfToken(condition) || condition === 'token-expired'
  if (id === 'token-not-revoked') return (condition) => !isOfToken(condition) || condition === 'token-revoked'
  if (family === 'token') return (condition) => !isOfToken(condition) || condition === 'asked-by-anyone'
  if (id === 'right-create')
    return (condition) => !isOfToken(condition) || ['token-read-only', 'token-receivers'].includes(condition)
  if (id === 'right-read') return (condition) => !isOfToken(condition) || condition === 'token-write-only'
  if (id.startsWith('digest-')) return (condition) => condition !== 'body-empty'
  if (family === 'right') return (condition) => condition !== 'asked-by-anyone'
  return () => true
}

/** Whether a condition can hold at a moment at which the fault makes a difference, on one of these operations. */
export const canHold = (
  fault: Fault,
  { id, on }: Condition,
  operations: readonly OperationId[],
  guards: readonly Guard[],
): boolean => {
  const there = operations.filter(on)
  if (id === 'in-creation' && shownRightFirst(fault)) return false
  if (showsInSuccess(fault)) {
    const isForAnyone = functionsOf(fault.swap).some((name) => forAnyone.has(name))
    return there.some(
      (operation) =>
        !refusedOn(operation).includes(id) ||
        (id === 'asked-by-anyone' && isForAnyone && operation === 'get-incoming-payment'),
    )
  }
  const leftOut = guards.filter((guard) => fault.without?.includes(guard.id))
  return there.length > 0 && (leftOut.length === 0 || leftOut.some((guard) => tokensAt(guard)(id)))
}
