import { any } from '../../src/check/cases/given.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import type { Subject } from '../../src/check/subject.ts'
import { oddSegment, oddTexts } from '../../src/generate/ids.ts'
import { readingIncomingPayment, readingOutgoingPayment, readingQuote } from '../support/operations.ts'
import { otherFormRefused, withOtherForm } from './ids.ts'

/** Makes a check that reads resources under arbitrary ids. A read leaves nothing behind, so the check can try many. */
const oddId = (id: string, subject: Subject, what: string, requirement: string, detects: string) =>
  refusal({
    id,
    title: `An id of ${what} with arbitrary bytes is refused`,
    detects,
    on: [subject],
    cases: any(() => oddSegment, { first: oddTexts }),
    mutate: (draft, odd) => withOtherForm(draft, () => odd),
    expect: otherFormRefused(requirement),
  })

export const oddIdOfQuote = oddId(
  'ids/odd-id-of-quote',
  readingQuote,
  'a quote',
  'get-quote.id.other-form',
  'id-with-control-answered-500',
)

export const oddIdOfIncomingPayment = oddId(
  'ids/odd-id-of-incoming-payment',
  readingIncomingPayment,
  'an incoming payment',
  'get-incoming-payment.id.other-form',
  'id-beyond-ascii-answered-500',
)

export const oddIdOfOutgoingPayment = oddId(
  'ids/odd-id-of-outgoing-payment',
  readingOutgoingPayment,
  'an outgoing payment',
  'get-outgoing-payment.id.other-form',
  'without-outgoing-payment-id-form',
)
