import type { Context } from './context.ts'
import { badRequest, type Guard } from './guard.ts'
import { asObject, asText, isScale, isUint64, isUri, type JsonObject, maxAssetScale, member } from './json.ts'
import { completeSubject } from './quote-subject.ts'

const bodyGuard = (
  id: string,
  requirement: string,
  description: string,
  isBroken: (body: JsonObject) => boolean,
): Guard => ({
  id,
  family: 'body',
  requirement,
  refuses: ({ json }: Context) => {
    const body = asObject(json)
    return body && isBroken(body) ? badRequest(description) : undefined
  },
  standIn: completeSubject,
})

const bodyIsJson: Guard = {
  id: 'body-is-json',
  family: 'body',
  requirement: 'create-quote.body.json',
  refuses: ({ json }) => (asObject(json) ? undefined : badRequest('The body is not a JSON object in UTF-8')),
  standIn: completeSubject,
}

const required = (field: string, id: string, requirement: string): Guard =>
  bodyGuard(id, requirement, `${field} is required`, (body) => member(body, field) === undefined)

const uri = (field: string, id: string, requirement: string): Guard =>
  bodyGuard(id, requirement, `${field} is not a string with an absolute URI`, (body) => {
    const value = member(body, field)
    return value !== undefined && !(typeof value === 'string' && isUri(value))
  })

const receiverPattern = bodyGuard(
  'receiver-pattern',
  'create-quote.receiver.pattern',
  'receiver is not an http(s) URL that ends in /incoming-payments/ and an identifier',
  (body) => {
    const receiver = asText(member(body, 'receiver'))
    return receiver !== undefined && !/^(https|http):\/\/(.+)\/incoming-payments\/(.+)$/.test(receiver)
  },
)

const methodString = bodyGuard(
  'method-string',
  'create-quote.method.string',
  'method is not a string',
  (body) => member(body, 'method') !== undefined && typeof member(body, 'method') !== 'string',
)

const methodKnown = bodyGuard(
  'method-known',
  'create-quote.method.unknown',
  'method is none that this server knows: ilp',
  (body) => typeof member(body, 'method') === 'string' && member(body, 'method') !== 'ilp',
)

const isAmountObject = (field: string, name: string): Guard =>
  bodyGuard(`${name}-object`, `create-quote.${name}.amount`, `${field} is not an object`, (body) => {
    const value = member(body, field)
    return value !== undefined && !asObject(value)
  })

/** One rule of an Amount, for each that the body holds. */
const amountGuard = (
  id: string,
  requirement: string,
  description: string,
  isBroken: (amount: JsonObject) => boolean,
): Guard =>
  bodyGuard(`amount-${id}`, `amount.sent.${requirement}`, description, (body) =>
    ['debitAmount', 'receiveAmount'].some((field) => {
      const amount = asObject(member(body, field))
      return amount !== undefined && isBroken(amount)
    }),
  )

const lacks = (part: string, id: string): Guard =>
  amountGuard(
    `${id}-required`,
    `${id}.required`,
    `an amount without ${part}`,
    (amount) => member(amount, part) === undefined,
  )

const wrong = (
  part: string,
  id: string,
  requirement: string,
  kind: string,
  fits: (value: unknown) => boolean,
): Guard =>
  amountGuard(id, requirement, `the ${part} of an amount is not ${kind}`, (amount) => {
    const value = member(amount, part)
    return value !== undefined && !fits(value)
  })

const amountGuards: readonly Guard[] = [
  lacks('value', 'value'),
  wrong('value', 'value-uint64', 'value.uint64', 'an unsigned 64-bit integer written as a string', isUint64),
  lacks('assetCode', 'asset-code'),
  wrong(
    'assetCode',
    'asset-code-string',
    'asset-code.string',
    'a string',
    (code) => typeof code === 'string',
  ),
  lacks('assetScale', 'asset-scale'),
  wrong('assetScale', 'asset-scale-integer', 'asset-scale.integer', 'a whole number', isScale),
  wrong(
    'assetScale',
    'asset-scale-limit',
    'asset-scale.limit',
    'at most 255',
    (scale) => !isScale(scale) || scale <= maxAssetScale,
  ),
]

export const quoteBodyGuards: readonly Guard[] = [
  bodyIsJson,
  required('walletAddress', 'wallet-address-required', 'create-quote.wallet-address.required'),
  uri('walletAddress', 'wallet-address-uri', 'create-quote.wallet-address.uri'),
  required('receiver', 'receiver-required', 'create-quote.receiver.required'),
  uri('receiver', 'receiver-uri', 'create-quote.receiver.uri'),
  receiverPattern,
  required('method', 'method-required', 'create-quote.method.required'),
  methodString,
  methodKnown,
  isAmountObject('debitAmount', 'debit-amount'),
  isAmountObject('receiveAmount', 'receive-amount'),
  ...amountGuards,
]
