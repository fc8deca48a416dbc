import type { OperationId } from '../../core/operations.ts'

/** The requirements that a wrong value of the right form breaks, by the field's path within the resource. */
type Meanings = Readonly<Record<string, string>>

const amount = (name: string, breaks: string): Meanings =>
  Object.fromEntries(
    [name, `${name}.value`, `${name}.assetCode`, `${name}.assetScale`].map((path) => [path, breaks]),
  )

const all = (names: readonly string[], breaks: string): Meanings =>
  Object.assign(
    {},
    ...names.map((name) => (name.endsWith('Amount') ? amount(name, breaks) : { [name]: breaks })),
  )

const quote = {
  ...all(['walletAddress', 'receiver', 'receiveAmount', 'debitAmount', 'createdAt'], 'quote.immutable'),
  expiresAt: 'quote.expires-at.same',
}

const outgoingPayment = all(
  ['walletAddress', 'receiver', 'receiveAmount', 'debitAmount', 'createdAt'],
  'outgoing-payment.immutable',
)

const listedPayment = {
  ...outgoingPayment,
  ...all(['quoteId', 'metadata'], 'outgoing-payment.immutable'),
}

const incomingPayment = all(['walletAddress', 'incomingAmount', 'createdAt'], 'incoming-payment.immutable')

const listedIncomingPayment = { ...incomingPayment, metadata: 'incoming-payment.immutable' }

/** The requirements that a field breaks if it has the value of another resource. */
export const othersBreak: Readonly<Record<OperationId, Meanings>> = {
  'create-quote': {
    id: 'service.ids.unique',
    walletAddress: 'create-quote.wallet-address.kept',
    receiver: 'create-quote.receiver.kept',
    ...amount('receiveAmount', 'create-quote.fixed-receive'),
    ...amount('debitAmount', 'create-quote.fixed-send'),
    createdAt: 'quote.immutable',
  },
  'get-quote': { ...quote, id: 'quote.id.readable' },
  'create-outgoing-payment': {
    id: 'service.ids.unique',
    walletAddress: 'create-outgoing-payment.wallet-address.kept',
    quoteId: 'create-outgoing-payment.quote-id.kept',
    receiver: 'create-outgoing-payment.direct.receiver-kept',
    ...amount('receiveAmount', 'create-outgoing-payment.quote.amounts-kept'),
    ...amount('debitAmount', 'create-outgoing-payment.direct.debit-amount-kept'),
    metadata: 'create-outgoing-payment.metadata.kept',
    createdAt: 'outgoing-payment.immutable',
  },
  'list-outgoing-payments': {
    ...listedPayment,
    id: 'list.no-duplicates',
    'pagination.startCursor': 'page.start-cursor.first-item',
    'pagination.endCursor': 'page.end-cursor.last-item',
  },
  'get-outgoing-payment': { ...outgoingPayment, id: 'outgoing-payment.id.readable' },
  'get-outgoing-payment-grant': {},
  'create-incoming-payment': {
    id: 'service.ids.unique',
    walletAddress: 'create-incoming-payment.wallet-address.kept',
    ...amount('incomingAmount', 'create-incoming-payment.incoming-amount.kept'),
    expiresAt: 'create-incoming-payment.expires-at.kept',
    metadata: 'create-incoming-payment.metadata.kept',
    createdAt: 'incoming-payment.immutable',
  },
  'complete-incoming-payment': { ...incomingPayment, id: 'complete-incoming-payment.completed' },
  'get-incoming-payment': { ...incomingPayment, id: 'incoming-payment.id.readable' },
  'list-incoming-payments': {
    ...listedIncomingPayment,
    id: 'list.no-duplicates',
    'pagination.startCursor': 'page.start-cursor.first-item',
    'pagination.endCursor': 'page.end-cursor.last-item',
  },
}

const incomingStates: Meanings = {
  completed: 'incoming-payment.completed.stays',
  updatedAt: 'incoming-payment.updated-at.order',
  expiresAt: 'incoming-payment.expires-at.same',
  receivedAmount: 'incoming-payment.received-amount.grows',
  'receivedAmount.value': 'incoming-payment.received-amount.grows',
}

const outgoingStates: Meanings = {
  failed: 'outgoing-payment.failed.stays',
  updatedAt: 'outgoing-payment.updated-at.order',
  sentAmount: 'outgoing-payment.sent-amount.grows',
  'sentAmount.value': 'outgoing-payment.sent-amount.grows',
}

/** The requirements that a field breaks if its value changes each time the resource is shown. */
export const changesBreak: Readonly<Record<OperationId, Meanings>> = {
  'create-quote': {},
  'get-quote': { ...quote, method: 'quote.immutable', id: 'quote.id.readable' },
  'create-outgoing-payment': {},
  'list-outgoing-payments': { ...listedPayment, ...outgoingStates },
  'get-outgoing-payment': { ...outgoingPayment, ...outgoingStates, id: 'outgoing-payment.id.readable' },
  'get-outgoing-payment-grant': {},
  'create-incoming-payment': {},
  'complete-incoming-payment': { ...incomingPayment, id: 'complete-incoming-payment.completed' },
  'get-incoming-payment': { ...incomingPayment, ...incomingStates, id: 'incoming-payment.id.readable' },
  'list-incoming-payments': {
    ...listedIncomingPayment,
    ...incomingStates,
    id: 'incoming-payment.id.readable',
  },
}
