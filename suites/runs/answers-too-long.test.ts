import { expect, test } from 'vitest'
import { isObject } from '../../src/core/json.ts'
import { exitCodeAfter, recordOf, verdictsIn } from '../testing/against-mock.ts'
import { through } from '../testing/altered-minimal-server.ts'
import type { Alter } from '../testing/altering-proxy.ts'

/** Makes every page longer than what the harness reads. */
const longPages: Alter = (passing) =>
  isObject(passing.json) && Array.isArray(passing.json['result'])
    ? { ...passing, json: { ...passing.json, padding: 'x'.repeat(2 ** 20) } }
    : passing

test('pages that are longer than the harness reads fail nothing, and are the reason why a check is inconclusive', async () => {
  const events = await recordOf(await through({ alter: longPages }), {
    only: ['answers', 'lists', 'tokens/unknown', 'signed-forms'],
    runs: 2,
  })
  const verdicts = verdictsIn(events).map(({ verdict }) => verdict)
  expect(verdicts.filter(({ status }) => status === 'failed')).toEqual([])
  const reasons = verdicts.flatMap((verdict) => (verdict.status === 'inconclusive' ? [verdict.reason] : []))
  expect(reasons).toContainEqual(expect.stringContaining('the body of the response is larger than 1 MiB'))
  expect(exitCodeAfter(events)).toBe(3)
})
