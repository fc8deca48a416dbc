import type { Seen } from '../../src/check/kinds/passive.ts'
import { createMemory } from '../../src/check/memory.ts'
import { type Observed, resourcesIn } from '../../src/check/resource.ts'
import { inWords, numberOf, sameAmount } from '../../src/core/amount.ts'
import { asText, isObject } from '../../src/core/json.ts'
import { asAmount, asMoment } from '../support/fields.ts'
import { aboutIncomingPayments, aboutOutgoingPayments, aboutQuotes } from './about.ts'
import { equalRequests, listing, noting, ranging } from './noting.ts'
import { agreeingViews } from './views.ts'

const createdIn = (seen: Seen): Observed | undefined =>
  seen.exchange.operation === 'create-quote' ? resourcesIn(seen, 'quote')[0] : undefined

/** Notes how long quotes are valid. */
export const lifetimes = ranging('quote.lifetime', (seen) => {
  const { createdAt, expiresAt } = createdIn(seen)?.fields ?? {}
  const [begins, ends] = [asMoment(createdAt), asMoment(expiresAt)]
  return begins === undefined || ends === undefined ? [] : [ends - begins]
})

/** Notes what two equal requests for a quote return. */
export const equalQuotes = equalRequests('quote.equal-requests', 'quote', (one, other) => {
  if (one.id === other.id) return 'one quote'
  return priceOf(one) === priceOf(other)
    ? 'two quotes with equal amounts'
    : 'two quotes with different amounts'
})

const priceOf = ({ fields }: Observed): string =>
  ['debitAmount', 'receiveAmount']
    .map((name) => asAmount(fields[name]))
    .map((amount) => (amount ? inWords(amount) : 'none'))
    .join(' for ')

const quote = agreeingViews({
  id: 'rules/quote-agrees-with-itself',
  title: 'A quote is the same in every response, and can be read by its id',
  detects: 'get-quote:createdAt:wrong-format',
  ...aboutQuotes,
  shownBy: ['ids/quote-is-read-back'],
})

/** The payment methods that quotes have. */
const methods = listing(
  'quote.method.values',
  () => (seen) =>
    resourcesIn(seen, 'quote').flatMap(({ fields }) =>
      'method' in fields ? [asText(fields['method'])] : [],
    ),
)

export const quoteAgrees = noting(quote, methods, lifetimes, equalQuotes)

const outgoingPayment = agreeingViews({
  id: 'rules/outgoing-payment-agrees-with-itself',
  title: 'An outgoing payment is consistent in every response',
  detects: 'list-outgoing-payments:result.[].createdAt:wrong-format',
  ...aboutOutgoingPayments,
  shownBy: ['settling/failure-is-marked', 'ids/outgoing-payments-are-read-back'],
})

const mayBeLeftOut = ['quoteId', 'grantSpentDebitAmount', 'grantSpentReceiveAmount']

/** The optional fields that the items of a list leave out. */
const listItems = listing('outgoing-payment.list-items', () => (seen) => {
  if (seen.exchange.operation !== 'list-outgoing-payments') return []
  return resourcesIn(seen, 'outgoing-payment').map(({ fields }) => {
    const left = mayBeLeftOut.filter((name) => !(name in fields))
    return left.length === 0 ? 'none missing' : `without ${left.join(', ')}`
  })
})

/** The time that payments take to settle, by the server's own times, so that it does not matter how often a run polls. */
const settlingTime = ranging(
  'outgoing-payment.time-to-settle',
  (seen) =>
    resourcesIn(seen, 'outgoing-payment').flatMap(({ fields }) => {
      const [begins, ends] = [asMoment(fields['createdAt']), asMoment(fields['updatedAt'])]
      const [sent, debit] = [asAmount(fields['sentAmount']), asAmount(fields['debitAmount'])]
      const isOver = fields['failed'] === true || (sent && debit && sameAmount(sent, debit))
      return isOver && begins !== undefined && ends !== undefined ? [ends - begins] : []
    }),
  (range) => `updatedAt ${range} after createdAt`,
)

/** A client that pays the same twice cannot say whether it means one payment or two. */
const equalPayments = equalRequests('outgoing-payment.equal-requests', 'outgoing-payment', (one, other) =>
  one.id === other.id ? 'one payment' : 'two payments',
)

export const outgoingPaymentAgrees = noting(outgoingPayment, listItems, settlingTime, equalPayments)

const incomingPayment = agreeingViews({
  id: 'rules/incoming-payment-agrees-with-itself',
  title: 'An incoming payment is consistent in every response',
  detects: 'get-incoming-payment:createdAt:wrong-format',
  ...aboutIncomingPayments,
  shownBy: ['settling/moves-and-arrives', 'ids/incoming-payments-are-read-back'],
})

/**
 * Notes whether incomingAmount had been received when an incoming payment completed. An incoming payment counts only if
 * it was seen incomplete before.
 */
const completion = listing('incoming-payment.transitions', () => {
  const receiving = createMemory<true>()
  return (seen) => {
    const found: string[] = []
    for (const { id, fields } of resourcesIn(seen, 'incoming-payment')) {
      if (fields['completed'] === false) receiving.set(id, true)
      if (fields['completed'] === true && receiving.get(id)) found.push(completedWith(fields))
    }
    return found
  }
})

const completedWith = ({ incomingAmount, receivedAmount }: Record<string, unknown>): string => {
  const [most, received] = [asAmount(incomingAmount), asAmount(receivedAmount)]
  const isFull = most !== undefined && received !== undefined && numberOf(received) >= numberOf(most)
  if (isFull) return 'completed once incomingAmount was received'
  return most ? 'completed before incomingAmount was received' : 'completed without an incomingAmount'
}

/** Notes whether shared secrets are padded, as RFC 4648 has it, or not, as many base64url encoders do. */
const padding = listing(
  'payment-method.shared-secret.unpadded',
  () => (seen) =>
    resourcesIn(seen, 'incoming-payment').flatMap(({ fields: { methods: shown } }) =>
      Array.isArray(shown)
        ? shown.flatMap((method) => paddingOf(isObject(method) && method['sharedSecret']))
        : [],
    ),
)

/** A secret that fills its last group of four characters needs no padding, so it shows nothing. */
const paddingOf = (secret: unknown): string[] => {
  if (typeof secret !== 'string') return []
  if (secret.endsWith('=')) return ['padded']
  return secret.length % 4 === 0 ? [] : ['without padding']
}

export const incomingPaymentAgrees = noting(incomingPayment, completion, padding)
