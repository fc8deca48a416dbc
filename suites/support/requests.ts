import type { Session } from '../../src/check/session.ts'
import { type Amount, numberOf } from '../../src/core/amount.ts'
import type { OperationId } from '../../src/core/operations.ts'
import { fieldsIn, type RequestDraft } from '../../src/http/draft.ts'
import { isPathSegment, lastSegment } from '../../src/http/path-segment.ts'

/** Drafts a POST of a body that names the wallet under test unless it names another one. */
const creating =
  (operation: OperationId, path: string) =>
  ({ target }: Session, body: Record<string, unknown>): RequestDraft => ({
    operation,
    method: 'POST',
    path,
    token: target.tokens.full,
    body: { walletAddress: target.walletAddress, ...body },
  })

const creatingQuote = creating('create-quote', '/quotes')
const creatingPayment = creating('create-outgoing-payment', '/outgoing-payments')
export const createIncomingPayment = creating('create-incoming-payment', '/incoming-payments')

/** POST /quotes with this body, and with walletAddress and method unless the body names others. */
export function createQuote(session: Session, body: Record<string, unknown>): RequestDraft {
  return { ...creatingQuote(session, { method: 'ilp', ...body }), given: textsIn([body['receiver']]) }
}

/** POST /outgoing-payments with this body. It takes at most `debits` from the wallet if it is accepted. */
export function createPayment(session: Session, body: Record<string, unknown>, debits: bigint): RequestDraft {
  const { incomingPayment } = session.target.profile.directPayment
  const given = textsIn([body['quoteId'], body[incomingPayment]])
  return { ...creatingPayment(session, body), given, debits }
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
