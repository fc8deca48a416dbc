import { expect, test } from 'vitest'
import { against, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'

test.each(['key-evicted-by-another', 'refusal-by-signature-repeated-for-another-connection'])(
  'a server with %s fails the rule about refusals that pass, and no token is said to have expired',
  async (fault) => {
    const events = await against({
      faults: [fault],
      only: ['whole-requests', 'content-digest/absent', 'quote-bodies/no-receiver', 'quotes/one-amount'],
    })
    const verdict = verdictsIn(events).find(({ check }) => check === 'rules/no-passing-refusal')?.verdict
    expect(verdict).toMatchObject({
      status: 'failed',
      evidence: [{ requirement: 'signature.accepts.plain' }],
    })
    expect(JSON.stringify(events.at(-1))).not.toContain('expired during the run')
    expect(exitCodeAfter(events)).toBe(1)
  },
)
