import { expect, test } from 'vitest'
import { exitCodeAfter, recordOf, verdictsIn } from '../testing/against-mock.ts'
import { minimalServer } from '../testing/minimal-server.ts'
import { tryAll } from '../testing/sampled.ts'

const settings = ['interface', 'open-payments-1.3'].flatMap((profile) =>
  [1, 2, 3].flatMap((seed) => [1, 16, 64].map((concurrency) => ({ profile, seed, concurrency }))),
)

/** One for each profile by day. */
const tried = settings.filter(({ seed, concurrency }) => tryAll || (seed === 1 && concurrency === 16))

/** No check is skipped, wholly or in part: the target file names all that the checks need. */
test.each(tried)(
  'minimal-server conforms to $profile, seed $seed at concurrency $concurrency, every requirement exercised',
  async ({ profile, seed, concurrency }) => {
    const { target } = await minimalServer(profile)
    const events = await recordOf(target, { seed, concurrency })
    expect(target.profile.name).toBe(profile)
    // Other checks may push a resource off the page that its check reads if 64 requests are sent at a time. The check
    // reports that.
    const left = verdictsIn(events).filter(({ partly }) => partly.length > 0)
    expect(left.length).toBeLessThanOrEqual(concurrency === 64 ? 2 : 0)
    expect(verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
    expect(exitCodeAfter(events, { complete: left.length === 0 })).toBe(0)
  },
)
