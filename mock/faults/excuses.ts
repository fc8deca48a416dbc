import type { Context } from '../state/world.ts'
import type { Fault } from './fault.ts'
import { tooMuch } from './refusing-too-much.ts'

/** Refuses payments of one form only, by the status of a wallet without money or of a busy server. */
const excuse = (
  form: string,
  status: number,
  says: string,
  isRefused: (context: Context) => boolean,
): Fault =>
  tooMuch({
    id: `payment-${form}-excused-by-${status}`,
    breaks: `create-outgoing-payment.accepts.${form}`,
    says,
    family: 'rule',
    operations: ['create-outgoing-payment'],
    isRefused,
    status,
  })

export const excusingFaults: readonly Fault[] = [
  excuse(
    'quote',
    402,
    'Every payment from a quote is refused as if the wallet had no money',
    ({ subject }) => subject.quote !== undefined,
  ),
  excuse(
    'direct',
    409,
    'Every direct payment is refused as if another payment were being processed',
    ({ subject }) => subject.quote === undefined,
  ),
  excuse(
    'metadata',
    403,
    'Every payment with metadata is refused as if the wallet had no money',
    ({ subject }) => subject.metadata !== undefined,
  ),
]
