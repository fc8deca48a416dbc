import { asObject, asText, member } from '../core/json.ts'
import type { OperationId } from '../core/operations.ts'
import type { Context } from '../state/world.ts'
import type { Fault } from './fault.ts'

const operations = [
  'create-quote',
  'create-outgoing-payment',
  'create-incoming-payment',
] as const satisfies readonly OperationId[]

const amounts = ['debitAmount', 'receiveAmount', 'incomingAmount']

/** Decimal digits to a reader that knows Unicode, and to no other. */
const isInOtherDigits = (value: unknown): boolean => /^(?!\d+$)\p{Nd}+$/u.test(asText(value) ?? '')

const hasOtherDigits = ({ json }: Context): boolean =>
  amounts.some((name) => isInOtherDigits(member(asObject(member(asObject(json), name)), 'value')))

/** A reader of numbers that takes the digits of every script, in one place of several. */
export function otherScriptFaults(served: readonly OperationId[]): Fault[] {
  return operations
    .filter((operation) => served.includes(operation))
    .map((operation) => ({
      id: `${operation}:amount-in-other-digits`,
      breaks: 'amount.sent.value.uint64',
      says: `${operation} accepts the digits of every script as numbers`,
      source: 'behaviour',
      without: ['amount-value-uint64'],
      while: (context) => context.operation === operation && hasOtherDigits(context),
    }))
}
