import { jsonSent } from '../../src/check/json-sent.ts'
import type { Seen } from '../../src/check/kinds/passive.ts'
import { isObject } from '../../src/core/json.ts'

/** When an answer showed a resource, and whether it was a list. */
export interface Sight {
  number: number
  sent: number
  received: number
  /** In milliseconds of our own time. */
  asked: number
  answered: number
  isList: boolean
  /** It answers a request to pay a quote. */
  isFromQuote: boolean
}

export function sightIn(seen: Seen): Sight {
  const { number, operation, sent, received, at, milliseconds } = seen.exchange
  const asked = Date.parse(at)
  const isList = operation?.startsWith('list-') ?? false
  return {
    number,
    sent,
    received,
    asked,
    answered: asked + milliseconds,
    isList,
    isFromQuote: isFromQuote(seen),
  }
}

const isFromQuote = (seen: Seen): boolean => {
  if (seen.exchange.operation !== 'create-outgoing-payment') return false
  const asked = jsonSent(seen)
  return isObject(asked) && typeof asked['quoteId'] === 'string'
}

/**
 * The single get gives the latest state. A list may come from an index or a read replica that is behind, under load by
 * seconds: by so many milliseconds it may be. The last look reads the list once more long after most payments came to rest.
 */
const lag = 5000

/** Whether one sight shows a state that is no older than that of another. */
export function isLater(one: Sight, than: Sight): boolean {
  if (one.sent < than.received) return false
  return !one.isList || than.isList || one.asked - than.answered >= lag
}
