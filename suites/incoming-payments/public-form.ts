import { expectThat } from '../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { isPublicForm } from '../../src/check/public-form.ts'
import { answerInWords, isAccepted } from '../../src/http/answers/answer.ts'
import {
  completingIncomingPayment,
  creatingIncomingPayment,
  idIn,
  readingIncomingPayment,
} from '../support/operations.ts'
import { completeIncomingPayment, getIncomingPayment } from '../support/requests.ts'
import { sendEverything } from './create-incoming-payment.ts'

const served = 'public-incoming-payment.served'

/**
 * The incoming payment has every field that could be shown. A rule judges which of them are shown to everybody, before
 * and after the payment is completed.
 */
export const withoutToken = scenario({
  id: 'public-form/without-token',
  title: 'Reading an incoming payment without a token returns its public form',
  detects: 'public-form-refused',
  requests: [
    upTo(5, creatingIncomingPayment),
    upTo(3, readingIncomingPayment),
    upTo(1, completingIncomingPayment),
  ],
  claims: [served],
  run: async (session) => {
    const made = await session.again((await sendEverything(session)).paid)
    const id = idIn(made, 'no incoming payment could be created to read')
    const { token: _, ...bare } = getIncomingPayment(session, id)
    for (const draft of [{ ...bare, signing: 'none' as const }, bare]) {
      const read = await session.send(draft)
      expectThat(session, read, served, {
        held: isAccepted(read) && isPublicForm(read, session.target.profile),
        want: 'the public form',
        got:
          isAccepted(read) && !isPublicForm(read, session.target.profile)
            ? 'another form'
            : answerInWords(read),
      })
    }
    if (isAccepted(await session.send(completeIncomingPayment(session, id)))) await session.send(bare)
  },
})
