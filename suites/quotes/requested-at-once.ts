import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { receiver } from '../../src/check/needs/need.ts'
import { PreconditionFailed } from '../../src/check/session.ts'
import { numberOf } from '../../src/core/amount.ts'
import { isAccepted } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { creatingQuote } from '../support/operations.ts'
import { controlAmount, createQuote } from '../support/requests.ts'
import { expectKept, keptBy } from './quote-amounts.ts'

/** The number of quotes that are requested together. */
const together = 5

export const atTheSameTime = scenario({
  id: 'quotes/requested-at-the-same-time',
  title: 'Quotes that are requested at the same time each have the amount that was requested',
  detects: 'quotes-at-once-share-amounts',
  requests: [upTo(together, creatingQuote)],
  needs: { open: receiver('open') },
  claims: Object.values(keptBy),
  inCircumstances: true,
  run: async (session, { open }) => {
    const control = controlAmount(session)
    const asked = Array.from({ length: together }, (_, place) => ({
      side: place % 2 === 0 ? ('receiveAmount' as const) : ('debitAmount' as const),
      amount: { ...control, value: String(numberOf(control) + BigInt(place)) },
    }))
    const draftOf = ({ side, amount }: (typeof asked)[number]): RequestDraft =>
      createQuote(session, { receiver: open.url, [side]: amount })
    const answers = await Promise.all(asked.map((one) => session.send(draftOf(one))))
    const made = answers.flatMap((answer, place) => {
      const one = asked[place]
      return one && isAccepted(answer) ? [{ ...one, answer }] : []
    })
    if (made.length < 2)
      throw new PreconditionFailed(`the server created ${made.length} of ${together} quotes`)
    for (const { side, amount, answer } of made) expectKept(session, answer, side, amount)
  },
})
