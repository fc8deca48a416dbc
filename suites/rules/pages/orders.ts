import { jsonSent, type RunFacts, type Seen } from '../../../src/check/kinds/passive.ts'
import { type Observed, resourcesIn } from '../../../src/check/resource.ts'
import { isObject } from '../../../src/core/json.ts'
import { isRefused } from '../../../src/http/answers/answer.ts'

/** A request for a payment, and its outcome as far as it is known. */
export interface PaymentOrder {
  /** The quote that the payment is made from. Undefined if the request has fields of a direct payment. */
  quoteId?: string
  /** The receiver that the request for a direct payment names, or that the payment shows. */
  receiver?: string
  /** The outcome is unknown without a response or after a server failure: the payment may have been made. */
  outcome: 'made' | 'refused' | 'unknown'
  payment?: Observed
}

export function orderIn(seen: Seen, { profile }: RunFacts): PaymentOrder | undefined {
  if (seen.exchange.operation !== 'create-outgoing-payment') return undefined
  const body = jsonSent(seen)
  const asked = isObject(body) ? body : {}
  const { incomingPayment, debitAmount } = profile.directPayment
  const isDirect = incomingPayment in asked || debitAmount in asked
  const [payment] = resourcesIn(seen, 'outgoing-payment')
  const quoteId = isDirect ? undefined : textOf(asked['quoteId'])
  const receiver = textOf(asked[incomingPayment]) ?? textOf(payment?.fields['receiver'])
  return {
    ...(quoteId === undefined ? {} : { quoteId }),
    ...(receiver === undefined ? {} : { receiver }),
    outcome: outcomeOf(seen),
    ...(payment ? { payment } : {}),
  }
}

const outcomeOf = ({ accepted, exchange }: Seen): PaymentOrder['outcome'] => {
  if (accepted) return 'made'
  return isRefused(exchange) ? 'refused' : 'unknown'
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
