import { expect, test } from 'vitest'
import type { Variant } from '../../mock/changes/change.ts'
import { answeringBy } from '../../mock/changes/replacing.ts'
import { isObject } from '../../src/core/json.ts'
import { against, brokenIn } from '../testing/against-mock.ts'

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
