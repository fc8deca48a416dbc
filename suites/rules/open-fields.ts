import type { Seen } from '../../src/check/kinds/passive.ts'
import { resourcesIn } from '../../src/check/resource.ts'
import { asText, isObject } from '../../src/core/json.ts'
import { createListing } from './noting.ts'

export const methods = 'quote.method.values'
export const listItems = 'outgoing-payment.list-items'
export const padding = 'payment-method.shared-secret.unpadded'

/** Notes the payment methods that quotes have. */
export function notesOfMethods() {
  const told = createListing()
  return (seen: Seen): Array<{ requirement: string; got: string }> => {
    const found = resourcesIn(seen, 'quote').flatMap(({ fields }) =>
      'method' in fields ? [asText(fields['method'])] : [],
    )
    const got = told(found)
    return got === undefined ? [] : [{ requirement: methods, got }]
  }
}

const mayBeLeftOut = ['quoteId', 'grantSpentDebitAmount', 'grantSpentReceiveAmount']

/** Notes which optional fields the items of a list leave out. */
export function notesOfListItems() {
  const told = createListing()
  return (seen: Seen): Array<{ requirement: string; got: string }> => {
    if (seen.exchange.operation !== 'list-outgoing-payments') return []
    const found = resourcesIn(seen, 'outgoing-payment').map(({ fields }) => {
      const left = mayBeLeftOut.filter((name) => !(name in fields))
      return left.length === 0 ? 'none missing' : `without ${left.join(', ')}`
    })
    const got = told(found)
    return got === undefined ? [] : [{ requirement: listItems, got }]
  }
}

/** Notes whether shared secrets are padded, as RFC 4648 has it, or not, as many base64url encoders do. */
export function notesOfPadding() {
  const told = createListing()
  return (seen: Seen): Array<{ requirement: string; got: string }> => {
    const found = resourcesIn(seen, 'incoming-payment').flatMap(({ fields: { methods: shown } }) =>
      Array.isArray(shown)
        ? shown.flatMap((method) => paddingOf(isObject(method) && method['sharedSecret']))
        : [],
    )
    const got = told(found)
    return got === undefined ? [] : [{ requirement: padding, got }]
  }
}

/** A secret that fills its last group of four characters needs no padding, so it shows nothing. */
const paddingOf = (secret: unknown): string[] => {
  if (typeof secret !== 'string') return []
  if (secret.endsWith('=')) return ['padded']
  return secret.length % 4 === 0 ? [] : ['without padding']
}
