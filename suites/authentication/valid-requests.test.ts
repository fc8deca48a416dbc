import { expect, test } from 'vitest'
import { against, brokenIn, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'

test('a server that wants content-type and content-length covered gets warnings only, and the run goes on', async () => {
  const events = await against({
    variants: ['type-and-length-covered'],
    only: ['whole-requests', 'signed-forms', 'signatures/uncovered-content-digest'],
  })
  const warned = 'signature.accepts.no-further-components'
  expect(Object.fromEntries(brokenIn(events))).toEqual({
    [warned]: 'warning',
    // A body in chunks has no Content-Length that could be covered.
    'signature.accepts.chunked-body': 'warning',
  })
  expect(exitCodeAfter(events)).toBe(0)
  const [chunked, failed, ...others] = verdictsIn(events)
    .filter(({ verdict }) => verdict.status !== 'passed')
    .sort((one, other) => (one.check < other.check ? -1 : 1))
  expect([chunked?.check, others]).toEqual(['signed-forms/chunked-body', []])
  expect(failed?.verdict).toMatchObject({
    evidence: [
      {
        got: 'status 401, and status 201 with content-type and content-length covered. To sign these components in every request, set signing.components: ["@method", "@target-uri", "authorization", "content-digest", "content-type", "content-length"]',
      },
    ],
  })
})

test('a server that refuses the simplest form whatever else is covered fails a MUST', async () => {
  const events = await against({ faults: ['plain-signature-refused'], only: ['whole-requests'] })
  expect(brokenIn(events).get('signature.accepts.plain')).toBe('failure')
})
