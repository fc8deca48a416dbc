import { expect, test } from 'vitest'
import { against, brokenIn } from '../testing/against-mock.ts'

test('a server that compares only the first of two digests by one algorithm fails', async () => {
  const faults = ['first-digest-of-a-name-counts']
  const events = await against({ only: ['content-digest/of-other-bytes'], faults })
  expect([...brokenIn(events)]).toEqual([['signature.digest.matches-body', 'failure']])
})
