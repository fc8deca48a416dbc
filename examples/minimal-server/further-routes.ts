import { madeBy, maySee, type Token } from './access.ts'
import { type Body, bodyOf, expectOnly, metadataIn, momentIn, textIn } from './body.ts'
import { lastSegment } from './ids.ts'
import { newIncomingPayment } from './incoming.ts'
import { amountOf } from './money.ts'
import { getIncomingPayment, incomingAt, type Service, walletToUse } from './operations.ts'
import { Refusal } from './refusal.ts'
import type { Route } from './routes.ts'
import { grantText, incomingItem, incomingWithMethods, outgoingItem } from './show.ts'

/** Routes that the published specification has in addition to those of the interface, or in their place. */
export const furtherRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/incoming-payments$/,
    status: 201,
    answer: (service, token, { body }) => createIncomingPayment(service, token, bodyOf(body)),
  },
  {
    method: 'POST',
    path: /^\/incoming-payments\/([^/]+)\/complete$/,
    status: 200,
    answer: (service, token, { id }) => completeIncomingPayment(service, token, id),
  },
  {
    method: 'GET',
    path: /^\/incoming-payments\/([^/]+)$/,
    status: 200,
    answer: (service, token, { id }) => getIncomingPayment(service, token, id),
    toStrangers: (service, { id }) => showToStranger(service, id),
  },
  {
    method: 'GET',
    path: /^\/outgoing-payments\/([^/]+)$/,
    status: 200,
    answer: (service, token, { id }) => getOutgoingPayment(service, token, id),
  },
  {
    method: 'GET',
    path: /^\/outgoing-payment-grant$/,
    status: 200,
    answer: (_, token) => getGrant(token),
  },
]

const fields = ['walletAddress', 'incomingAmount', 'expiresAt', 'metadata']

/** An incoming payment without expiresAt never expires. */
function createIncomingPayment(service: Service, token: Token, body: Body): string {
  expectOnly(body, fields)
  const wallet = walletToUse(token, textIn(body, 'walletAddress'))
  const { incomingAmount } = body.fields
  const expiresAt = momentIn(body, 'expiresAt') ?? Number.POSITIVE_INFINITY
  if (expiresAt <= service.now()) throw new Refusal(400, 'expiresAt has passed')
  const payment = newIncomingPayment(service, wallet, {
    incomingAmount:
      incomingAmount === undefined ? undefined : amountOf(incomingAmount, 'incomingAmount', wallet.asset),
    expiresAt,
    metadata: metadataIn(body),
  })
  return incomingWithMethods(madeBy(token, payment), service)
}

/** Completes an incoming payment. Payments under way still arrive, but no further ones are accepted. */
function completeIncomingPayment(service: Service, token: Token, id: string): string {
  if (!token.creates) throw new Refusal(403, 'the access token may not complete anything')
  const payment = incomingAt(service, id)
  if (payment.wallet !== token.wallet) throw new Refusal(404, 'there is no such incoming payment')
  if (payment.completed) throw new Refusal(409, 'the incoming payment has completed already')
  if (payment.expiresAt <= service.now()) throw new Refusal(409, 'the incoming payment has expired')
  payment.completed = true
  return incomingItem(payment, service)
}

/**
 * Shows a client without an access token where to get one. The response also reveals that the incoming payment exists.
 */
function showToStranger(service: Service, id: string): string {
  incomingAt(service, id)
  return JSON.stringify({ authServer: service.authServer })
}

function getOutgoingPayment(service: Service, token: Token, id: string): string {
  if (!token.reads) throw new Refusal(403, 'the access token may not read')
  const payment = token.wallet.outgoing.find((one) => lastSegment(one.id) === id)
  if (!payment || !maySee(token, payment)) throw new Refusal(404, 'there is no such outgoing payment')
  return outgoingItem(payment, service)
}

/** Shows the spending of the grant. A grant is one access token, and any token may ask for its own. */
function getGrant(token: Token): string {
  return grantText(token, token.wallet.asset)
}
