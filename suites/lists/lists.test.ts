import { expect, test } from 'vitest'
import { refusingVariant, type Variant } from '../../mock/changes/change.ts'
import { answeringBy } from '../../mock/changes/replacing.ts'
import { isObject } from '../../src/core/json.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'

/** Lists write ids with another scheme than other answers, which is the same in RFC 3986. */
const otherSpelling: Variant = {
  id: 'lists-spell-ids-otherwise',
  says: 'A list writes the scheme of ids in capitals',
  override: answeringBy((answer) => {
    const { body } = answer
    if (!isObject(body) || !Array.isArray(body['result'])) return answer
    const result = body['result'].map((item) => ({ ...item, id: String(item.id).replace('http:', 'HTTP:') }))
    return { ...answer, body: { ...body, result } }
  }),
}

test('a list that writes the URLs of ids in another spelling shows the payments of the run', async () => {
  const events = await against({
    further: [otherSpelling],
    only: ['lists/complete', 'lists/two-clients', 'sequences/payments'],
    runs: 5,
  })
  expect(brokenIn(events)).toEqual(new Map())
})

/** Refuses the first payment while the server is away for a moment. */
const awayAtFirst = (): Variant => {
  let payments = 0
  return refusingVariant({
    id: 'away-at-first',
    says: 'The first payment gets a 503',
    requirement: 'errors.no-server-error',
    operations: ['create-outgoing-payment'],
    refusal: { status: 503, description: 'The server is away for a moment' },
    isRefused: () => payments++ === 0,
  })
}

test.each(['lists/two-clients', 'grant-spent/rises-with-a-payment', 'grant-spent/failed-payment'])(
  '%s goes on with a second payment if the first gets a 503',
  async (check) => {
    const events = await against({ profile: 'open-payments-1.3', further: [awayAtFirst()], only: [check] })
    expect(verdictsIn(events).find((one) => one.check === check)?.verdict).toMatchObject({ status: 'passed' })
  },
)
