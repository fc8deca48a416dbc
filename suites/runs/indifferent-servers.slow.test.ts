import { expect, test } from 'vitest'
import { brokenIn, exitCodeAfter, recordOf, targetAt, verdictsIn } from '../testing/against-mock.ts'
import { constantServer } from '../testing/constant-server.ts'

test('a server that answers everything 200 and {} fails, and none of its answers counts as a refusal', async () => {
  const events = await recordOf(await targetAt(await constantServer(200, '{}')))
  const broken = brokenIn(events)
  expect(exitCodeAfter(events)).toBe(1)
  expect(broken.get('create-quote.status.201')).toBe('failure')
  expect(broken.get('quote.id.present')).toBe('failure')
  expect(broken.get('token.required')).toBe('failure')
  for (const { check, verdict, claims } of verdictsIn(events)) {
    const refusals = Object.keys(claims).filter((claim) => /^(token|right|signature)\./.test(claim))
    const held = refusals.filter(
      (claim) => !claim.startsWith('signature.accepts.') && (claims[claim]?.held ?? 0) > 0,
    )
    expect([check, verdict.status, held]).toEqual([check, verdict.status, []])
  }
})

/** Operations that need no id from such a server. */
const reachable = ['create-quote', 'get-incoming-payment', 'list-outgoing-payments', 'list-incoming-payments']

test.for(reachable)(
  'a server that answers everything 200 and {} fails the check of its answers to %s',
  async (operation) => {
    const events = await recordOf(await targetAt(await constantServer(200, '{}')))
    const answers = verdictsIn(events).find(({ check }) => check === `answers/${operation}`)
    expect(answers?.verdict).toMatchObject({ status: 'failed' })
  },
)

test('a server that answers everything 401 is not judged, and the run names the likeliest cause', async () => {
  const events = await recordOf(await targetAt(await constantServer(401, '{}')))
  expect(exitCodeAfter(events)).toBe(3)
  expect(events.at(-1)).toMatchObject({
    outcome: 'not judged',
    sentence: expect.stringMatching(/^The server refuses tokens\.full or the signature \(401\)/),
  })
  expect(events.filter(({ type }) => type === 'exchange').length).toBeLessThanOrEqual(5)
})
