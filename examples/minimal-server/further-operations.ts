import { madeBy, maySee, type Token } from './access.ts'
import { type Body, expectOnly, metadataIn, momentIn, textIn } from './body.ts'
import { lastSegment } from './ids.ts'
import { newIncomingPayment } from './incoming.ts'
import { amountOf } from './money.ts'
import { incomingAt, type Service, walletToUse } from './operations.ts'
import { Refusal } from './refusal.ts'
import { grantText, incomingItem, incomingWithMethods, outgoingItem } from './show.ts'

const fields = ['walletAddress', 'incomingAmount', 'expiresAt', 'metadata']

/** Where no time is given it never expires. */
export function createIncomingPayment(service: Service, token: Token, body: Body): string {
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

/** What is under way still arrives; nothing further is taken. */
export function completeIncomingPayment(service: Service, token: Token, id: string): string {
  if (!token.creates) throw new Refusal(403, 'the access token may not complete anything')
  const payment = incomingAt(service, id)
  if (payment.wallet !== token.wallet) throw new Refusal(404, 'there is no such incoming payment')
  if (payment.completed) throw new Refusal(409, 'the incoming payment has completed already')
  if (payment.expiresAt <= service.now()) throw new Refusal(409, 'the incoming payment has expired')
  payment.completed = true
  return incomingItem(payment, service)
}

/** Whoever shows no access token learns where to get one, and that there is such an incoming payment. */
export function showToStranger(service: Service, id: string): string {
  incomingAt(service, id)
  return JSON.stringify({ authServer: service.authServer })
}

export function getOutgoingPayment(service: Service, token: Token, id: string): string {
  if (!token.reads) throw new Refusal(403, 'the access token may not read')
  const payment = token.wallet.outgoing.find((one) => lastSegment(one.id) === id)
  if (!payment || !maySee(token, payment)) throw new Refusal(404, 'there is no such outgoing payment')
  return outgoingItem(payment, service)
}

/** A grant is one access token, and any may ask what it has spent. */
export function getGrant(token: Token): string {
  return grantText(token, token.wallet.asset)
}
