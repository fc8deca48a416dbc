import { type Fault, fault } from './fault.ts'

export const methodFaults: readonly Fault[] = [
  fault(
    'method-of-another-type-bare',
    'payment-method.ilp-address.present',
    'Incoming payments have a second payment method of type card, which has nothing but its type',
    ({ showMethods }) => ({ showMethods: (payment) => [...showMethods(payment), { type: 'card' }] }),
  ),
]
