import type { Session } from '../../src/check/session.ts'
import { type Amount, numberOf } from '../../src/core/amount.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { isPathSegment, lastSegment } from '../../src/http/path-segment.ts'
import type { Credential } from '../../src/target-file/target.ts'

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

export function getQuote({ target }: Session, id: string): RequestDraft {
  return {
    operation: 'get-quote',
    method: 'GET',
    path: `/quotes/${lastSegment(id)}`,
    given: [id],
    token: target.tokens.full,
  }
}

export function getIncomingPayment({ target }: Session, id: string): RequestDraft {
  return {
    operation: 'get-incoming-payment',
    method: 'GET',
    path: `/incoming-payments/${lastSegment(id)}`,
    given: [id],
    token: target.tokens.full,
  }
}

export function getOutgoingPayment({ target }: Session, id: string): RequestDraft {
  return {
    operation: 'get-outgoing-payment',
    method: 'GET',
    path: `/outgoing-payments/${lastSegment(id)}`,
    given: [id],
    token: target.tokens.full,
  }
}

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

/** Drafts a request for the first items of a list of a wallet's payments: one item, unless `first` says otherwise. */
export function listFirst(
  { target }: Session,
  operation: 'list-outgoing-payments' | 'list-incoming-payments',
  {
    walletAddress = target.walletAddress,
    token = target.tokens.full,
    first = 1,
  }: { walletAddress?: string; token?: Credential; first?: number } = {},
): RequestDraft {
  const { query } = target.profile
  return {
    operation,
    method: 'GET',
    path: operation === 'list-outgoing-payments' ? '/outgoing-payments' : '/incoming-payments',
    query: [
      [query.walletAddress, walletAddress],
      [query.first, String(first)],
    ],
    token,
  }
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
