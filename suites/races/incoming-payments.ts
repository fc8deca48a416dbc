import { expectNoServerError, expectThat } from '../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/http/answers/answer.ts'
import { fieldOf, textIn } from '../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { saysCompleted } from '../incoming-payments/complete-incoming-payment.ts'
import { atOnce, outcomeOf } from '../support/concurrent.ts'
import {
  completingIncomingPayment,
  creatingIncomingPayment,
  idIn,
  make,
  readingIncomingPayment,
} from '../support/operations.ts'
import {
  completeIncomingPayment,
  controlAmount,
  createIncomingPayment,
  getIncomingPayment,
} from '../support/requests.ts'

/** The number of concurrent requests. */
const many = 4

const answersOf = async (session: Session, draft: (place: number) => RequestDraft): Promise<Answer[]> => {
  const history = await atOnce(Array.from({ length: many }, (_, place) => () => session.send(draft(place))))
  return history.map(({ answer }) => answer)
}

const unique = 'service.ids.unique'

/** Each request has another amount, so that no response can show what another request made. */
export const createdAtOnce = scenario({
  id: 'races/incoming-payments-created-at-once',
  title: 'Incoming payments that are created at the same time have different ids',
  detects: 'incoming-ids-shared-at-once',
  requests: [upTo(many, creatingIncomingPayment)],
  quiet: true,
  claims: [unique],
  run: async (session) => {
    const { value, ...asset } = controlAmount(session)
    const answers = await answersOf(session, (place) =>
      createIncomingPayment(session, {
        incomingAmount: { value: String(BigInt(value) + BigInt(place)), ...asset },
      }),
    )
    const made = answers.filter(isAccepted)
    const ids = made.flatMap((answer) => textIn(answer, 'id') ?? [])
    const [first] = made
    if (!first || ids.length < 2)
      throw new PreconditionFailed(
        `of ${many} concurrent requests only ${ids.length} created an incoming payment with an id`,
      )
    const again = ids.find((id, place) => ids.indexOf(id) !== place)
    expectThat(session, first, unique, {
      held: again === undefined,
      want: 'a different id for each, because each request has a different amount',
      got: again === undefined ? 'different ids' : `${again} for two of them`,
    })
  },
})

const says = 'complete-incoming-payment.completed'
const reads = 'complete-incoming-payment.reads'

/** The server may refuse all requests but the first. */
export const completedByMany = scenario({
  id: 'races/completed-by-many',
  title: 'Of concurrent requests to complete an incoming payment, each is refused or shows it as completed',
  detects: 'completing-at-once-answered-500',
  requests: [creatingIncomingPayment, upTo(many, completingIncomingPayment), upTo(2, readingIncomingPayment)],
  quiet: true,
  claims: [says, reads, 'errors.no-server-error'],
  run: async (session) => {
    const made = await make(session, createIncomingPayment(session, {}))
    const id = idIn(made, 'no incoming payment could be created to complete')
    const answers = await answersOf(session, () => completeIncomingPayment(session, id))
    // A throttled response proves nothing.
    const telling = answers.find((answer) => outcomeOf(answer) === 'unknown') ?? answers.find(isAccepted)
    if (telling) await expectNoServerError(session, telling)
    for (const answer of answers.filter(isAccepted))
      expectThat(session, answer, says, saysCompleted(answer, id))
    const first = answers.find(isAccepted)
    if (!first)
      throw new PreconditionFailed(
        `none of ${many} requests completed it: ${answers.map(answerInWords).join(', ')}`,
      )
    const read = await session.send(getIncomingPayment(session, id))
    const completed = fieldOf(read, 'completed')
    if (!isAccepted(read) || typeof completed !== 'boolean') return
    expectThat(session, read, reads, {
      held: completed,
      want: `completed true, because the completion returned ${answerInWords(first)}`,
      got: `completed ${completed}`,
    })
  },
})
