import { lastSegment } from './ids.ts'
import { type Asset, shown } from './money.ts'
import type { Service } from './operations.ts'
import type { IncomingPayment, OutgoingPayment, Purse, Quote } from './store.ts'

// The resources of the server as JSON. Optional fields without information are left out.

const time = (milliseconds: number): string => new Date(milliseconds).toISOString()

const json = (fields: Record<string, unknown>, metadata?: string): string => {
  const text = JSON.stringify(fields)
  return metadata === undefined ? text : `${text.slice(0, -1)},"metadata":${metadata}}`
}

export function quoteText({ id, wallet, receiver, receive, debit, createdAt, expiresAt }: Quote): string {
  return json({
    id,
    walletAddress: wallet.url,
    receiver: receiver.id,
    receiveAmount: shown(receive),
    debitAmount: shown(debit),
    method: 'ilp',
    expiresAt: time(expiresAt),
    createdAt: time(createdAt),
  })
}

/** The fields of an outgoing payment. `failed` is left out unless it is true. */
const outgoingFields = (payment: OutgoingPayment, { profile }: Service): Record<string, unknown> => ({
  id: payment.id,
  walletAddress: payment.wallet.url,
  ...(payment.failed ? { failed: true } : {}),
  receiver: payment.receiver.id,
  receiveAmount: shown(payment.receive),
  debitAmount: shown(payment.debit),
  sentAmount: shown({ value: payment.sent, asset: payment.debit.asset }),
  createdAt: time(payment.createdAt),
  ...(profile.showsUpdatedAt ? { updatedAt: time(payment.updatedAt) } : {}),
})

export function outgoingItem(payment: OutgoingPayment, service: Service): string {
  return json(outgoingFields(payment, service), payment.metadata)
}

/** The payment as its creator sees it: with its quote, and the previous spending of the access token. */
export function createdPayment(
  payment: OutgoingPayment,
  { debited, delivered }: Purse,
  service: Service,
): string {
  const { quote, debit, receive, metadata } = payment
  const fields = {
    ...outgoingFields(payment, service),
    ...(quote ? { quoteId: quote.id } : {}),
    grantSpentDebitAmount: shown({ value: debited, asset: debit.asset }),
    grantSpentReceiveAmount: shown({ value: delivered.get(receive.asset) ?? 0n, asset: receive.asset }),
  }
  return json(fields, metadata)
}

/**
 * The amount spent of this asset, and the amount that arrived, which is null until the first arrival because its asset
 * is unknown before that.
 */
export function grantText({ debited, delivered }: Purse, asset: Asset): string {
  const [latest] = [...delivered].slice(-1)
  return json({
    spentDebitAmount: shown({ value: debited, asset }),
    spentReceiveAmount: latest ? shown({ value: latest[1], asset: latest[0] }) : null,
  })
}

const assetOf = ({ wallet, incomingAmount }: IncomingPayment) => incomingAmount?.asset ?? wallet.asset

const incomingFields = (payment: IncomingPayment, { profile }: Service): Record<string, unknown> => ({
  id: payment.id,
  walletAddress: payment.wallet.url,
  completed: payment.completed,
  ...(payment.incomingAmount ? { incomingAmount: shown(payment.incomingAmount) } : {}),
  receivedAmount: shown({ value: payment.received, asset: assetOf(payment) }),
  ...(Number.isFinite(payment.expiresAt) ? { expiresAt: time(payment.expiresAt) } : {}),
  createdAt: time(payment.createdAt),
  ...(profile.showsUpdatedAt ? { updatedAt: time(payment.updatedAt) } : {}),
})

export function incomingItem(payment: IncomingPayment, service: Service): string {
  return json(incomingFields(payment, service), payment.metadata)
}

/** The full form with methods. An incoming payment that can no longer be paid has no methods. */
export function incomingWithMethods(payment: IncomingPayment, service: Service): string {
  const isPayable = !payment.completed && payment.expiresAt > service.now()
  const method = {
    type: 'ilp',
    ilpAddress: `test.minimal.${lastSegment(payment.id)}`,
    sharedSecret: payment.secret,
  }
  return json({ ...incomingFields(payment, service), methods: isPayable ? [method] : [] }, payment.metadata)
}

/** The public form, for clients that may not read the wallet address. */
export function publicForm(payment: IncomingPayment, { authServer }: Service): string {
  return json({ receivedAmount: shown({ value: payment.received, asset: assetOf(payment) }), authServer })
}
