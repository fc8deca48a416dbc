import { lastSegment } from './ids.ts'
import { shown } from './money.ts'
import type { IncomingPayment, OutgoingPayment, Purse, Quote } from './store.ts'

// What the server shows of what it remembers, as JSON. Optional fields that say nothing are left out.

const time = (milliseconds: number): string => new Date(milliseconds).toISOString()

const json = (fields: Record<string, unknown>, metadata?: string): string => {
  const text = JSON.stringify(fields)
  return metadata === undefined ? text : `${text.slice(0, -1)},"metadata":${metadata}}`
}

export const quoteText = ({ id, wallet, receiver, receive, debit, createdAt, expiresAt }: Quote): string =>
  json({
    id,
    walletAddress: wallet.url,
    receiver: receiver.id,
    receiveAmount: shown(receive),
    debitAmount: shown(debit),
    method: 'ilp',
    expiresAt: time(expiresAt),
    createdAt: time(createdAt),
  })

/** `failed` only where it is true. */
const outgoingFields = (payment: OutgoingPayment): Record<string, unknown> => ({
  id: payment.id,
  walletAddress: payment.wallet.url,
  ...(payment.failed ? { failed: true } : {}),
  receiver: payment.receiver.id,
  receiveAmount: shown(payment.receive),
  debitAmount: shown(payment.debit),
  sentAmount: shown({ value: payment.sent, asset: payment.debit.asset }),
  createdAt: time(payment.createdAt),
  updatedAt: time(payment.updatedAt),
})

export const outgoingItem = (payment: OutgoingPayment): string =>
  json(outgoingFields(payment), payment.metadata)

/** As it is shown to who created it: with its quote, and what the access token has spent before. */
export const createdPayment = (payment: OutgoingPayment, { debited, delivered }: Purse): string => {
  const { quote, debit, receive, metadata } = payment
  const fields = {
    ...outgoingFields(payment),
    ...(quote ? { quoteId: quote.id } : {}),
    grantSpentDebitAmount: shown({ value: debited, asset: debit.asset }),
    grantSpentReceiveAmount: shown({ value: delivered.get(receive.asset) ?? 0n, asset: receive.asset }),
  }
  return json(fields, metadata)
}

const assetOf = ({ wallet, incomingAmount }: IncomingPayment) => incomingAmount?.asset ?? wallet.asset

const incomingFields = (payment: IncomingPayment): Record<string, unknown> => ({
  id: payment.id,
  walletAddress: payment.wallet.url,
  completed: payment.completed,
  ...(payment.incomingAmount ? { incomingAmount: shown(payment.incomingAmount) } : {}),
  receivedAmount: shown({ value: payment.received, asset: assetOf(payment) }),
  expiresAt: time(payment.expiresAt),
  createdAt: time(payment.createdAt),
  updatedAt: time(payment.updatedAt),
})

export const incomingItem = (payment: IncomingPayment): string =>
  json(incomingFields(payment), payment.metadata)

/** The single get's full form: one that takes nothing any more has no methods. */
export const incomingWithMethods = (payment: IncomingPayment, now: number): string => {
  const isPayable = !payment.completed && payment.expiresAt > now
  const method = {
    type: 'ilp',
    ilpAddress: `test.minimal.${lastSegment(payment.id)}`,
    sharedSecret: payment.secret,
  }
  return json({ ...incomingFields(payment), methods: isPayable ? [method] : [] }, payment.metadata)
}

/** The public form, for whoever may not read the wallet address. */
export const publicForm = (payment: IncomingPayment, authServer: string): string =>
  json({ receivedAmount: shown({ value: payment.received, asset: assetOf(payment) }), authServer })
