import { expect, test } from 'vitest'
import { refusing } from '../../../mock/changes/change.ts'
import { badRequest } from '../../../mock/core/answer.ts'
import { against, verdictsIn } from '../../testing/against-mock.ts'

const refusingThem = {
  id: 'failing-receiver-refused',
  says: 'A payment into a receiver that cannot be paid is refused at once',
  extraGuards: [
    refusing({
      id: 'failing-receiver-refused',
      requirement: 'create-outgoing-payment.receiver.unpayable-refused',
      operations: ['create-outgoing-payment'],
      refusal: badRequest('The receiver cannot be paid'),
      isRefused: ({ subject: { receiver } }) => receiver?.kind === 'failing',
    }),
  ],
}

test.each([
  ['settling/failure-is-marked', 'interface'],
  ['grant-spent/failed-payment', 'open-payments-1.3'],
] as const)('%s is skipped if the server refuses payments into receivers.failing', async (check, profile) => {
  const events = await against({ only: [check], further: [refusingThem], profile })
  const skipped = verdictsIn(events).find((event) => event.check === check)
  expect(skipped?.verdict).toEqual({
    status: 'skipped',
    missing: [
      expect.stringMatching(
        /^receivers\.failing in the target file: .+ \(status 400: The receiver cannot be paid\)$/,
      ),
    ],
  })
})
