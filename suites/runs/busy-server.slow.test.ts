import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Variant } from '../../mock/variants/index.ts'
import { variantsNamed } from '../../mock/variants/index.ts'
import { against, brokenIn, exitCodeAfter } from '../testing/against-mock.ts'
import { tryAll } from '../testing/sampled.ts'

/**
 * A server that answers 409 to every payment until the one before it has settled, which takes this many milliseconds.
 */
const busyFor = (milliseconds: number): Variant[] =>
  variantsNamed(['one-payment-at-a-time']).map((variant) => ({
    ...variant,
    override: () => ({ outgoingPayments: { pace: () => [1, milliseconds / 2, milliseconds] } }),
  }))

/** The milliseconds that a payment needs. By day the test only tries the slower server. */
const durations = tryAll ? [300, 2000] : [2000]

test.each(durations)(
  'a server that makes one payment at a time, and needs %i ms for it, conforms',
  async (milliseconds) => {
    const events = await against({
      further: busyFor(milliseconds),
      only: ['payments', 'settling', 'races', 'overpaying'],
      wait: (pause) => delay(pause),
    })
    expect([...brokenIn(events)]).toEqual([])
    expect(exitCodeAfter(events)).toBe(0)
  },
)
