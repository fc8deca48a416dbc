import { asObject, type JsonObject, member } from '../core/json.ts'
import { bodyRules } from '../http/body.ts'
import type { Guard } from '../http/guard.ts'
import { completePayment } from './subject.ts'

const { rule, isJson, required, uri, object, metadata, amounts } = bodyRules(completePayment)

const operation = 'create-outgoing-payment'

type BodyVariant = 'quote' | 'direct'

/** The guards on walletAddress in one of the two variants of the body. */
const walletAddress = (of: BodyVariant, id: string, requirement: string): Guard[] =>
  [
    required('walletAddress', `${id}-required`, `${requirement}.required`),
    uri('walletAddress', `${id}-uri`, `${requirement}.uri`),
  ].map((guard) => ({
    ...guard,
    refuses: (context) => (variantOf(asObject(context.json)) === of ? guard.refuses(context) : undefined),
  }))

const variantOf = (body: JsonObject | undefined): BodyVariant | undefined => {
  if (member(body, 'quoteId') !== undefined) return 'quote'
  const isDirect = ['incomingPayment', 'debitAmount'].some((field) => member(body, field) !== undefined)
  return isDirect ? 'direct' : undefined
}

/** A guard on the combination of quoteId, incomingPayment and debitAmount in a body. */
const variant = (
  id: string,
  requirement: string,
  description: string,
  isBroken: (has: { quote: boolean; receiver: boolean; amount: boolean }) => boolean,
): Guard =>
  rule(`payment-${id}`, `${operation}.variants.${requirement}`, description, (body: JsonObject) => {
    const has = (field: string) => member(body, field) !== undefined
    return isBroken({
      quote: has('quoteId'),
      receiver: has('incomingPayment'),
      amount: has('debitAmount'),
    })
  })

const variants: readonly Guard[] = [
  variant(
    'variants-both',
    'both',
    'The body has both quoteId and incomingPayment: provide either quoteId, or incomingPayment together with debitAmount',
    ({ quote, receiver, amount }) => quote && receiver && amount,
  ),
  variant(
    'variants-neither',
    'neither',
    'The body does not say what to pay: provide quoteId, or incomingPayment together with debitAmount',
    ({ quote, receiver, amount }) => !quote && !receiver && !amount,
  ),
  variant(
    'incoming-payment-alone',
    'incoming-payment-alone',
    'debitAmount is missing: incomingPayment requires it',
    ({ receiver, amount }) => receiver && !amount,
  ),
  variant(
    'debit-amount-alone',
    'debit-amount-alone',
    'incomingPayment is missing: debitAmount requires it',
    ({ quote, receiver, amount }) => amount && !receiver && !quote,
  ),
  variant(
    'quote-and-debit-amount',
    'quote-and-debit-amount',
    'The quote defines the amounts: leave out debitAmount',
    ({ quote, receiver, amount }) => quote && amount && !receiver,
  ),
]

/**
 * The guards on debitAmount. It is disputed whether a direct payment must name its asset, unlike for a quote, so those
 * guards have ids of their own.
 */
const debitAmount: readonly Guard[] = amounts('debitAmount').map((guard) => {
  const [, part] = /^amount-(asset-code|asset-scale)-required$/.exec(guard.id) ?? []
  if (part === undefined) return guard
  const requirement = `${operation}.direct.debit-amount.${part}.required`
  return { ...guard, id: `payment-debit-amount-${part}-required`, requirement }
})

export const paymentBodyGuards: readonly Guard[] = [
  isJson('payment-body-is-json', `${operation}.body.json`),
  ...walletAddress('quote', 'payment-wallet-address', `${operation}.wallet-address`),
  ...walletAddress('direct', 'payment-direct-wallet-address', `${operation}.direct.wallet-address`),
  ...variants,
  uri('quoteId', 'payment-quote-id-uri', `${operation}.quote-id.uri`),
  uri('incomingPayment', 'payment-incoming-payment-uri', `${operation}.direct.incoming-payment.uri`),
  object('debitAmount', 'payment-debit-amount-object', `${operation}.direct.debit-amount.amount`),
  ...debitAmount,
  metadata('payment-metadata-object', `${operation}.metadata.object`),
]
