import { any } from '../../src/check/cases/given.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import { oddSegment, oddTexts } from '../../src/generate/ids.ts'
import { readingIncomingPayment, readingOutgoingPayment, readingQuote } from '../support/operations.ts'
import { otherFormRefused, withOtherForm } from './ids.ts'

/** Checks that read resources under arbitrary ids. A read leaves nothing behind, so the checks can try many. */
export const oddIds = [
  {
    id: 'ids/odd-id-of-quote',
    title: 'An id of a quote with arbitrary bytes is refused',
    detects: 'id-with-control-answered-500',
    reading: readingQuote,
  },
  {
    id: 'ids/odd-id-of-incoming-payment',
    title: 'An id of an incoming payment with arbitrary bytes is refused',
    detects: 'id-beyond-ascii-answered-500',
    reading: readingIncomingPayment,
  },
  {
    id: 'ids/odd-id-of-outgoing-payment',
    title: 'An id of an outgoing payment with arbitrary bytes is refused',
    detects: 'without-outgoing-payment-id-form',
    reading: readingOutgoingPayment,
  },
].map(({ reading, ...check }) =>
  refusal({
    ...check,
    on: [reading],
    cases: any(() => oddSegment, { first: oddTexts }),
    mutate: (draft, odd) => withOtherForm(draft, () => odd),
    expect: otherFormRefused(`${reading.operation}.id.other-form`),
  }),
)
