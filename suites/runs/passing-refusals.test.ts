import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { against, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'

test.each([
  'key-evicted-by-another',
  'refusal-by-signature-repeated-for-another-connection',
  'unauthorized-cached-by-token',
  'token-locked-by-creation',
])(
  'a server with %s fails only the rule about refusals that pass, and no token is said to have expired',
  async (fault) => {
    const events = await against({
      faults: [fault],
      only: ['whole-requests', 'content-digest/absent', 'quote-bodies/no-receiver', 'quotes/one-amount'],
      // These servers remember a request for a real second.
      wait: (milliseconds) => delay(milliseconds),
    })
    const failed = verdictsIn(events).filter(({ verdict }) => verdict.status === 'failed')
    expect(failed).toMatchObject([
      {
        check: 'rules/no-passing-refusal',
        verdict: { evidence: [{ requirement: 'signature.accepts.plain' }] },
      },
    ])
    expect(JSON.stringify(events.at(-1))).not.toContain('expired during the run')
    expect(exitCodeAfter(events)).toBe(1)
  },
  60_000,
)
