import { inWords, numberOf } from '../../src/core/amount.ts'
import { asText } from '../../src/core/json.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import { fieldOf, fieldsShown, textIn } from '../../src/http/answers/shown.ts'
import { saysCompleted } from '../incoming-payments/complete-incoming-payment.ts'
import { amountKept } from '../support/amount-shown.ts'
import { outcomeOf } from '../support/concurrent.ts'
import { amountIn } from '../support/fields.ts'
import { watchListed } from '../support/listed.ts'
import {
  completeIncomingPayment,
  createIncomingPayment,
  getIncomingPayment,
  getOutgoingPayment,
  isReadable,
} from '../support/requests.ts'
import { isSame } from '../support/same.ts'
import { expectSame, observeUnreadable } from './compare.ts'
import { type Created, expectShown, hasCaughtUp, type IncomingPlace, receivedFrom } from './incoming.ts'
import { expectListed } from './list-steps.ts'
import { expectOf, type Here, type MadeInModel } from './service.ts'

const operation = 'create-incoming-payment'
const amountIsKept = 'create-incoming-payment.incoming-amount.kept'

/**
 * A repeated id names another incoming payment only if a different amount was requested. A server may answer an equal
 * request as before.
 */
export async function create(
  at: IncomingPlace,
  { incomingAmount: value }: { incomingAmount?: string },
  place: number,
): Promise<void> {
  const { owner, created } = at
  const incomingAmount = value === undefined ? undefined : { value, ...(await at.asset()) }
  const answer = await owner.send(createIncomingPayment(owner, incomingAmount ? { incomingAmount } : {}))
  const url = textIn(answer, 'id')
  if (!isAccepted(answer) || url === undefined || !isReadable(url)) return
  const other = [...created.values()].find((one) => one.url === url)
  const isAnother = other !== undefined && other.incomingAmount?.value !== value
  expectOf(at, answer, 'service.ids.unique', {
    held: !isAnother,
    want: 'an id that no other incoming payment has',
    got: isAnother ? `${url}, which is the id of step ${other.place}` : 'a new id',
  })
  if (other) return
  const shown = fieldsShown(answer)
  const before = receivedFrom(shown, answer)
  created.set(place, {
    url,
    ...(incomingAmount && { incomingAmount }),
    place,
    answer,
    shown,
    before,
    last: before,
    isToComplete: false,
    late: [],
  })
  const came = amountIn(answer, 'incomingAmount')
  if (incomingAmount && came)
    expectOf(at, answer, amountIsKept, amountKept(answer, 'incomingAmount', incomingAmount))
  expectNew(at, answer)
}

const expectNew = (at: Here, answer: Answer): void => {
  const [received, completed] = [amountIn(answer, 'receivedAmount'), fieldOf(answer, 'completed')]
  if (received)
    expectOf(at, answer, `${operation}.nothing-received`, {
      held: numberOf(received) === 0n,
      want: 'a receivedAmount of 0',
      got: `receivedAmount ${inWords(received)}`,
    })
  if (typeof completed === 'boolean')
    expectOf(at, answer, `${operation}.not-completed`, {
      held: !completed,
      want: 'completed false',
      got: `completed ${completed}`,
    })
}

export async function complete(at: IncomingPlace, one: Created): Promise<void> {
  const { owner } = at
  const answer = await owner.send(completeIncomingPayment(owner, one.url))
  if (outcomeOf(answer) !== 'not made') one.isToComplete = true
  if (!isAccepted(answer)) return
  expectOf(at, answer, 'complete-incoming-payment.completed', saysCompleted(answer, one.url))
  one.completedBy ??= at.step
  expectShown(at, one, answer, fieldsShown(answer))
}

export async function read(at: IncomingPlace, one: Created): Promise<void> {
  const { owner } = at
  const answer = await owner.send(getIncomingPayment(owner, one.url))
  await expectReadable(at, answer, 'incoming-payment.id.readable', one.url)
  if (isAccepted(answer)) expectShown(at, one, answer, fieldsShown(answer))
}

/**
 * The public form has no id. The server may refuse a request with another status than 404 because a right is missing.
 */
const expectReadable = async (at: Here, answer: Answer, requirement: string, id: string): Promise<void> => {
  const came = fieldOf(answer, 'id')
  const want = `id ${id}`
  if (isAccepted(answer) && came !== undefined)
    expectOf(at, answer, requirement, { held: isSame(came, id), want, got: `id ${asText(came)}` })
  if (answer.response?.status === 404) await observeUnreadable(at, answer, requirement, want)
}

export async function list(at: IncomingPlace): Promise<void> {
  const { owner, created } = at
  const all = [...created.values()]
  // The index of the server may lag behind creations and changes.
  const found = await watchListed(
    owner,
    'list-incoming-payments',
    all.map(({ url }) => url),
    {
      isDone: (seen) => all.every((one) => hasCaughtUp(one, seen.get(one.url)?.item)),
      kind: 'list-incoming-payments, as they are',
    },
  )
  for (const one of all) {
    const listed = found.get(one.url)
    expectListed(at, { id: one.url, answer: one.answer }, listed)
    if (listed) expectShown(at, one, listed.answer, listed.item)
  }
}

/** Reads a payment by its id, and remembers its latest state. */
export async function lookAtPayment({ session }: Here, payment: MadeInModel): Promise<Answer> {
  const answer = await session.send(getOutgoingPayment(session, payment.id))
  if (isAccepted(answer) && fieldOf(answer, 'id') === payment.id) payment.now = fieldsShown(answer)
  return answer
}

export async function readPayment(at: Here, payment: MadeInModel, place: number): Promise<void> {
  const answer = await lookAtPayment(at, payment)
  await expectReadable(at, answer, 'outgoing-payment.id.readable', payment.id)
  if (isAccepted(answer))
    expectSame(at, answer, {
      kind: 'outgoing-payment',
      place,
      before: payment.shown,
      now: fieldsShown(answer),
    })
}
