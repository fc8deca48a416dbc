import { expect, test } from 'vitest'
import { against, brokenIn, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'

test('a server that wants content-type and content-length covered gets one warning, and the run goes on', async () => {
  const events = await against({
    variants: ['type-and-length-covered'],
    only: ['whole-requests', 'signed-forms', 'signatures/uncovered-content-digest'],
  })
  const warned = 'signature.accepts.no-further-components'
  // It may refuse a body in chunks, which has no Content-Length that could be covered.
  expect(Object.fromEntries(brokenIn(events))).toEqual({ [warned]: 'warning' })
  expect(exitCodeAfter(events)).toBe(0)
  const [failed, ...others] = verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')
  expect(others).toEqual([])
  expect(failed?.verdict).toMatchObject({
    evidence: [
      {
        got: 'status 401, and status 201 with content-type and content-length covered. To sign these components in every request, set signing.components: ["@method", "@target-uri", "authorization", "content-digest", "content-type", "content-length"]',
      },
    ],
  })
})

test('the components to be set include those that the target file has set already', async () => {
  const events = await against({
    variants: ['type-and-length-covered'],
    only: ['whole-requests/no-further-components'],
    target: (target) => {
      target.signing.components.push('@authority')
      return target
    },
  })
  const [failed] = verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')
  expect(failed?.verdict).toMatchObject({
    evidence: [{ got: expect.stringContaining('"content-digest", "@authority", "content-type"') }],
  })
})

test('a server that refuses the simplest form whatever else is covered fails a MUST', async () => {
  const events = await against({ faults: ['plain-signature-refused'], only: ['whole-requests'] })
  expect(brokenIn(events).get('signature.accepts.plain')).toBe('failure')
})
