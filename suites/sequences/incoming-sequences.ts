import { any } from '../../src/check/cases/given.ts'
import type { Check } from '../../src/check/kinds/check.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { otherWallet } from '../../src/check/needs/need.ts'
import {
  completingIncomingPayment,
  creatingIncomingPayment,
  creatingPayment,
  listingIncomingPayments,
  readingIncomingPayment,
  readingOutgoingPayment,
} from '../support/operations.ts'
import { type IncomingStep, longest, mostPayments, paid, unpaid } from './incoming-steps.ts'
import { claimsOfMaking, claimsOfPaying, performIncoming } from './perform-incoming.ts'
import { paymentsOf, runsForOne } from './sequences.ts'

/** Creates incoming payments on one wallet, completes one of the first two, and looks at both. */
const twoMade: IncomingStep[] = [
  { do: 'create', incomingAmount: '22' },
  { do: 'create' },
  { do: 'complete', of: 0 },
  { do: 'create' },
  { do: 'get', of: 0 },
  { do: 'get', of: 1 },
  { do: 'complete', of: 0 },
  { do: 'list' },
]

export const ofIncomingPayments = scenario({
  id: 'sequences/incoming-payments',
  title:
    'In any sequence of creating, completing and reading incoming payments, each stays consistent and is listed',
  detects: 'completed-incoming-payment-not-listed',
  requests: [
    upTo(longest, creatingIncomingPayment),
    upTo(longest, completingIncomingPayment),
    upTo(5, readingIncomingPayment),
    upTo(5, listingIncomingPayments),
  ],
  quiet: true,
  claims: [...claimsOfMaking],
  cases: any<IncomingStep[]>(unpaid, { first: [twoMade], times: 1 / 2 }),
  run: (session, _, steps) => performIncoming(session, steps),
})

/** An incoming payment is filled and completed, and then paid again. */
const completed: IncomingStep[] = [
  { do: 'create', incomingAmount: '11' },
  { do: 'pay', of: 0, debitAmount: '11' },
  { do: 'wait' },
  { do: 'complete', of: 0 },
  { do: 'pay', of: 0, debitAmount: '11' },
  { do: 'get-payment', payment: 1 },
  { do: 'wait' },
  { do: 'list' },
]

/** Two payments fill an incoming payment exactly. Another one is completed after it has received a part. */
const filled: IncomingStep[] = [
  { do: 'create', incomingAmount: '22' },
  { do: 'create', incomingAmount: '22' },
  { do: 'pay', of: 0, debitAmount: '11' },
  { do: 'pay', of: 0, debitAmount: '11' },
  { do: 'pay', of: 1, debitAmount: '11' },
  { do: 'wait' },
  { do: 'complete', of: 1 },
  { do: 'get', of: 1 },
]

/**
 * The interface leaves open whether a client may pay into its own wallet, so the incoming payments are on another one.
 */
const paidInto = scenario({
  id: 'sequences/paid-incoming-payments',
  title:
    'In any sequence of creating, paying and completing incoming payments, no more is received than was paid in time',
  detects: 'filled-incoming-payment-is-paid-again',
  requests: [
    upTo(longest + 1, creatingIncomingPayment),
    upTo(longest, completingIncomingPayment),
    upTo(15, readingIncomingPayment),
    upTo(10, listingIncomingPayments),
    upTo(8, creatingPayment),
    upTo(6, readingOutgoingPayment),
  ],
  needs: { otherWallet },
  quiet: true,
  waits: true,
  claims: [...claimsOfPaying],
  cases: any<IncomingStep[]>(paid, { first: [completed, filled], times: 1 / runsForOne }),
  run: (session, { otherWallet: owner }, steps) => performIncoming(session, steps, owner),
})

export const ofPaidIncomingPayments: Check = {
  ...paidInto,
  cost: (runs) => ({ ...paidInto.cost(runs), payments: paymentsOf(5, mostPayments, runs) }),
}
