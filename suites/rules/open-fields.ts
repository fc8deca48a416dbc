import type { Seen } from '../../src/check/passive.ts'
import { resourcesIn } from '../../src/check/resource.ts'
import { asText } from '../../src/core/json.ts'
import { createListing } from './noting.ts'

export const methods = 'quote.method.values'
export const listItems = 'outgoing-payment.list-items'

/** The payment methods that quotes have. */
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

/** Which of the fields that an item of a list may leave out are there. */
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
