import type { Session } from '../../src/check/session.ts'
import { type Amount, numberOf } from '../../src/core/amount.ts'
import type { OperationId } from '../../src/core/operations.ts'
import { fieldsIn, type RequestDraft } from '../../src/http/draft.ts'
import { isPathSegment, lastSegment } from '../../src/http/path-segment.ts'

/** POST /quotes with this body, and with walletAddress and method unless the body names others. */
export function createQuote({ target }: Session, body: Record<string, unknown>): RequestDraft {
  return {
    operation: 'create-quote',
    method: 'POST',
    path: '/quotes',
    token: target.tokens.full,
    body: { walletAddress: target.walletAddress, method: 'ilp', ...body },
    given: textsIn([body['receiver']]),
  }
}

/** POST /outgoing-payments with this body. It takes at most `debits` from the wallet if it is accepted. */
export function createPayment(
  { target }: Session,
  body: Record<string, unknown>,
  debits: bigint,
): RequestDraft {
  return {
    operation: 'create-outgoing-payment',
    method: 'POST',
    path: '/outgoing-payments',
    token: target.tokens.full,
    body: { walletAddress: target.walletAddress, ...body },
    given: textsIn([body['quoteId'], body[target.profile.directPayment.incomingPayment]]),
    debits,
  }
}

/** The direct variant of a payment: this amount into this incoming payment. */
export function payDirectly(session: Session, incomingPayment: string, amount: Amount): RequestDraft {
  const names = session.target.profile.directPayment
  const body = { [names.incomingPayment]: incomingPayment, [names.debitAmount]: amount }
  return createPayment(session, body, numberOf(amount))
}

const reading =
  (operation: OperationId, path: string) =>
  ({ target }: Session, id: string): RequestDraft => ({
    operation,
    method: 'GET',
    path: `${path}/${lastSegment(id)}`,
    given: [id],
    token: target.tokens.full,
  })

export const getQuote = reading('get-quote', '/quotes')
export const getIncomingPayment = reading('get-incoming-payment', '/incoming-payments')
export const getOutgoingPayment = reading('get-outgoing-payment', '/outgoing-payments')

/** Drafts a request for what the grant of the token has spent. */
export function getOutgoingPaymentGrant({ target }: Session): RequestDraft {
  return {
    operation: 'get-outgoing-payment-grant',
    method: 'GET',
    path: '/outgoing-payment-grant',
    token: target.tokens.full,
  }
}

/** POST /incoming-payments with this body, and with walletAddress unless the body names another. */
export function createIncomingPayment({ target }: Session, body: Record<string, unknown>): RequestDraft {
  return {
    operation: 'create-incoming-payment',
    method: 'POST',
    path: '/incoming-payments',
    token: target.tokens.full,
    body: { walletAddress: target.walletAddress, ...body },
  }
}

export function completeIncomingPayment({ target }: Session, id: string): RequestDraft {
  return {
    operation: 'complete-incoming-payment',
    method: 'POST',
    path: `/incoming-payments/${lastSegment(id)}/complete`,
    given: [id],
    token: target.tokens.full,
  }
}

/** Returns the draft with further or other fields in its body. */
export function withFields(draft: RequestDraft, fields: Record<string, unknown>): RequestDraft {
  return { ...draft, body: { ...fieldsIn(draft), ...fields } }
}

const textsIn = (values: readonly unknown[]): string[] => values.filter((value) => typeof value === 'string')

/** Returns true if a resource can be requested by that id: its last path segment can stand in a path. */
export function isReadable(id: string): boolean {
  return isPathSegment(lastSegment(id))
}

/** The amount that every control request uses. */
export function controlAmount(session: Session): Amount {
  const { wallet, controlValue } = session.money.limits()
  return { value: String(controlValue), ...wallet }
}
