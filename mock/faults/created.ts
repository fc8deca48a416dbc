import { drifting } from './drift.ts'
import type { Fault } from './fault.ts'

const hour = 3_600_000

const anHourAgo = (id: string, kind: string, override: NonNullable<Fault['override']>): Fault => ({
  id,
  breaks: `${kind}.created-at.now`,
  says: `The createdAt of every ${kind.replace('-', ' ')} is an hour too early, as if in another time zone`,
  source: 'behaviour',
  override,
})

const earlier = ({ createdAt }: { createdAt: number }) => ({ createdAt: createdAt - hour })

export const createdFaults: readonly Fault[] = [
  anHourAgo('quote-created-an-hour-ago', 'quote', ({ showQuote }) => ({
    showQuote: drifting(showQuote, earlier),
  })),
  anHourAgo('payment-created-an-hour-ago', 'outgoing-payment', ({ showOutgoingPayment }) => ({
    showOutgoingPayment: drifting(showOutgoingPayment, earlier),
  })),
  anHourAgo('incoming-payment-created-an-hour-ago', 'incoming-payment', ({ showIncomingPayment }) => ({
    showIncomingPayment: drifting(showIncomingPayment, earlier),
  })),
]
