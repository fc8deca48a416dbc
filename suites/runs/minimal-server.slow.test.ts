import { expect, test } from 'vitest'
import { exitCodeAfter, recordOf, verdictsIn } from '../testing/against-mock.ts'
import { minimalServer } from '../testing/minimal-server.ts'
import { sampled } from '../testing/sampled.ts'

const settings = ['interface', 'open-payments-1.3'].flatMap((profile) =>
  [1, 2, 3].flatMap((seed) =>
    [1, 16, 64].map((concurrency) => ({
      id: `${profile} ${seed} ${concurrency}`,
      profile,
      seed,
      concurrency,
    })),
  ),
)

/** No check is skipped, of none is a part left out: the target file names all that they need. */
test.each(sampled(settings, 1 / 9))(
  'minimal-server conforms to $profile, seed $seed at concurrency $concurrency',
  async ({ profile, seed, concurrency }) => {
    const { target } = await minimalServer(profile)
    const events = await recordOf(target, { seed, concurrency })
    expect(target.profile.name).toBe(profile)
    // With 64 requests at a time other checks may push what one has made off the page that it looks at, which it says.
    const left = verdictsIn(events).filter(({ partly }) => partly.length > 0)
    expect(left.length).toBeLessThanOrEqual(concurrency === 64 ? 2 : 0)
    expect(verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
    expect(exitCodeAfter(events)).toBe(0)
  },
)

test('minimal-server conforms to the published specification, every requirement exercised', async () => {
  const { target } = await minimalServer('open-payments')
  expect(exitCodeAfter(await recordOf(target, { concurrency: 16 }), { complete: true })).toBe(0)
})
