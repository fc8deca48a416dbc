import { resourcesIn } from '../../src/check/resource.ts'
import { asText, isObject } from '../../src/core/json.ts'
import { listing } from './noting.ts'

/** The payment methods that quotes have. */
export const methods = listing(
  'quote.method.values',
  () => (seen) =>
    resourcesIn(seen, 'quote').flatMap(({ fields }) =>
      'method' in fields ? [asText(fields['method'])] : [],
    ),
)

const mayBeLeftOut = ['quoteId', 'grantSpentDebitAmount', 'grantSpentReceiveAmount']

/** The optional fields that the items of a list leave out. */
export const listItems = listing('outgoing-payment.list-items', () => (seen) => {
  if (seen.exchange.operation !== 'list-outgoing-payments') return []
  return resourcesIn(seen, 'outgoing-payment').map(({ fields }) => {
    const left = mayBeLeftOut.filter((name) => !(name in fields))
    return left.length === 0 ? 'none missing' : `without ${left.join(', ')}`
  })
})

/** Whether shared secrets are padded, as RFC 4648 has it, or not, as many base64url encoders do. */
export const padding = listing(
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
