import { badRequest } from '../core/answer.ts'
import { asAmount, asObject, asText, member } from '../core/json.ts'
import { bodyRules } from '../http/body.ts'
import type { Guard } from '../http/guard.ts'
import { completeSubject } from './subject.ts'

const { rule, isJson, required, uri, object, amounts } = bodyRules(completeSubject)

const receiverPattern = rule(
  'receiver-pattern',
  'create-quote.receiver.pattern',
  'receiver is not an http(s) URL that ends in /incoming-payments/ and an identifier',
  (body) => {
    const receiver = asText(member(body, 'receiver'))
    return receiver !== undefined && !/^(https|http):\/\/(.+)\/incoming-payments\/(.+)$/.test(receiver)
  },
)

const methodString = rule(
  'method-string',
  'create-quote.method.string',
  'method is not a string',
  (body) => member(body, 'method') !== undefined && typeof member(body, 'method') !== 'string',
)

const methodKnown = rule(
  'method-known',
  'create-quote.method.unknown',
  'method is not ilp, the only method that this server knows',
  (body) => typeof member(body, 'method') === 'string' && member(body, 'method') !== 'ilp',
)

/**
 * Refuses a malformed amount for a receiver with an incomingAmount, where a quote without the amount would be possible.
 */
const onFixed = (field: 'debitAmount' | 'receiveAmount', id: string, requirement: string): Guard => ({
  ...rule(id, requirement, '', () => false),
  refuses: ({ json, subject: { receiver } }) => {
    const given = member(asObject(json), field)
    const isMalformed = given !== undefined && asAmount(given) === undefined
    return receiver?.incomingAmount && isMalformed ? badRequest(`${field} is not an amount`) : undefined
  },
})

export const quoteBodyGuards: readonly Guard[] = [
  isJson('body-is-json', 'create-quote.body.json'),
  required('walletAddress', 'wallet-address-required', 'create-quote.wallet-address.required'),
  uri('walletAddress', 'wallet-address-uri', 'create-quote.wallet-address.uri'),
  required('receiver', 'receiver-required', 'create-quote.receiver.required'),
  uri('receiver', 'receiver-uri', 'create-quote.receiver.uri'),
  receiverPattern,
  required('method', 'method-required', 'create-quote.method.required'),
  methodString,
  methodKnown,
  onFixed('debitAmount', 'debit-amount-on-fixed', 'create-quote.debit-amount.amount-on-fixed'),
  onFixed('receiveAmount', 'receive-amount-on-fixed', 'create-quote.receive-amount.amount-on-fixed'),
  object('debitAmount', 'debit-amount-object', 'create-quote.debit-amount.amount'),
  object('receiveAmount', 'receive-amount-object', 'create-quote.receive-amount.amount'),
  ...amounts('debitAmount', 'receiveAmount'),
]
