import { more } from './drift.ts'
import { type Fault, fault } from './fault.ts'

/** One view of a resource that does not agree with the others. */
export const viewFaults: readonly Fault[] = [
  fault(
    'public-form-shows-more',
    'incoming-payment.received-amount.grows',
    'The public form of an incoming payment shows one unit more than was received',
    ({ showPublicForm }) => ({
      showPublicForm: (world, payment) =>
        showPublicForm(world, { ...payment, receivedAmount: more(payment.receivedAmount, 1) }),
    }),
  ),
  fault(
    'public-form-in-another-asset',
    'incoming-payment.received-amount.asset',
    'The public form of an incoming payment is in whole units',
    ({ showPublicForm }) => ({
      showPublicForm: (world, payment) =>
        showPublicForm(world, { ...payment, receivedAmount: { ...payment.receivedAmount, assetScale: 0 } }),
    }),
  ),
]
