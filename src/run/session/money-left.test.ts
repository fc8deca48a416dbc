import { expect, test } from 'vitest'
import type { Known } from '../../check/known.ts'
import type { Session } from '../../check/session.ts'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { lookAtMoney } from './money-left.ts'
import type { Run } from './run.ts'

const directly = (receiver: string): RequestDraft => ({
  operation: 'create-outgoing-payment',
  method: 'POST',
  path: '/outgoing-payments',
  body: { incomingPayment: receiver },
  debits: 5n,
})

const answering = (status: number): Answer => ({
  exchange: 1,
  method: 'POST',
  url: 'http://127.0.0.1/outgoing-payments',
  response: { status, headers: {}, text: '', json: undefined },
})

/**
 * Lets a payment into receiver `a` be refused, then plain payments into the given receivers be tried, of which those into
 * `accepted` succeed.
 */
const look = ({
  before,
  tried,
  accepted,
  isRepeated = false,
}: {
  before: string[]
  tried: string[]
  accepted: string[]
  isRepeated?: boolean
}) => {
  const refused = answering(403)
  const requests = new Map<Answer, RequestDraft>([[refused, directly('a')]])
  const paid = before.map((receiver, index): [string, Known] => [
    String(index),
    { kind: 'outgoing-payment', id: String(index), shownTo: [], receiver },
  ])
  const run = {
    facts: { target: { profile: { directPayment: { incomingPayment: 'incomingPayment' } } } },
    memory: {
      known: new Map(paid),
      baseline: {
        requestOf: (answer: Answer) => requests.get(answer),
        hasPaid: () => before.length > 0,
        hasAccepted: () => isRepeated,
      },
    },
    start: {
      payments: tried.map((receiver) => ({
        isDirect: receiver !== 'quote',
        prepare: async () => directly(receiver),
      })),
    },
  }
  const send = async (draft: RequestDraft): Promise<Answer> => {
    const answer = answering(accepted.some((one) => one === Object(draft.body).incomingPayment) ? 201 : 403)
    requests.set(answer, draft)
    return answer
  }
  return lookAtMoney(run as unknown as Run, { send } as unknown as Session, refused)
}

test.each([
  ['a payment into the same receiver is accepted', { before: ['a'], tried: ['a'], accepted: ['a'] }],
  [
    'a payment into another receiver is accepted, and few into this one were before',
    { before: ['a', 'a', 'b'], tried: ['a', 'b'], accepted: ['b'] },
  ],
])('there is money left if %s', async (_, payments) => {
  expect(await look(payments)).toMatchObject({ control: { response: { status: 201 } } })
})

test('the server may limit payments into a receiver that took many, if only another receiver can still be paid', async () => {
  expect(await look({ before: ['a', 'a', 'a'], tried: ['a', 'b'], accepted: ['b'] })).toEqual({
    doubt:
      'a payment of 5 gets status 403, but one of the same amount into another receiver is accepted. Several payments into the same receiver were accepted before in this run, so the server may limit them',
  })
})

test('the wallet may have run dry if no payment is accepted any more', async () => {
  expect(await look({ before: ['a'], tried: ['a', 'b'], accepted: [] })).toMatchObject({
    doubt: expect.stringContaining('the wallet may have run dry'),
  })
})

test('the same payment by a quote proves nothing about a payment that equals an earlier one', async () => {
  const payments = { before: ['a'], tried: ['quote', 'a'] }
  expect(await look({ ...payments, accepted: ['quote'], isRepeated: true })).toHaveProperty('doubt')
  expect(await look({ ...payments, accepted: ['quote', 'a'], isRepeated: true })).toHaveProperty('control')
})
