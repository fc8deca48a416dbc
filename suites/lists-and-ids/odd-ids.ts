import { refusedAs } from '../../src/check/expectation.ts'
import { any } from '../../src/check/given.ts'
import { refusal } from '../../src/check/refusal.ts'
import type { Subject } from '../../src/check/subject.ts'
import { oddSegment, oddTexts } from '../../src/generate/ids.ts'
import { readingIncomingPayment, readingOutgoingPayment, readingQuote } from '../support/operations.ts'
import { withId } from './ids.ts'

/** Reading leaves nothing behind, so that many can be tried. */
const oddId = (subject: Subject, what: string, requirement: string, detects: string) =>
  refusal({
    id: `ids/odd-id-of-${what}`,
    title: `An id of ${what.replace('-', ' ')} in bytes that no id is made of is refused`,
    detects,
    on: [subject],
    cases: any(() => oddSegment, { first: oddTexts, times: 10 }),
    mutate: (draft, id) => withId(draft, () => id),
    expect: refusedAs('other-form', requirement),
  })

export const oddIdOfQuote = oddId(
  readingQuote,
  'quote',
  'get-quote.id.other-form',
  'id-with-control-answered-500',
)

export const oddIdOfIncomingPayment = oddId(
  readingIncomingPayment,
  'incoming-payment',
  'get-incoming-payment.id.other-form',
  'id-beyond-ascii-answered-500',
)

export const oddIdOfOutgoingPayment = oddId(
  readingOutgoingPayment,
  'outgoing-payment',
  'get-outgoing-payment.id.other-form',
  'without-outgoing-payment-id-form',
)
