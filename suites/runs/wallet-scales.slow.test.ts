import { expect, test } from 'vitest'
import { builtIn } from '../../mock/fixtures/built-in.ts'
import { against, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'
import { tryAll } from '../testing/sampled.ts'

/** The built-in world with dollars of this scale, in which each smallest unit is worth a cent. */
const dollarsOf = (assetScale: number) => ({
  ...builtIn,
  assets: builtIn.assets.map((asset) =>
    asset.assetCode === 'USD'
      ? { ...asset, assetScale, rate: assetScale < 2 ? '1/100' : `1${'0'.repeat(assetScale - 2)}` }
      : asset,
  ),
})

test.for(tryAll ? [0, 9, 255] : [255])(
  'a wallet whose asset has scale %i passes every check',
  async (assetScale) => {
    const events = await against({ fixtures: dollarsOf(assetScale) })
    expect(verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
    expect(exitCodeAfter(events)).toBe(0)
  },
)

test('a run with a control of the smallest unit fails nothing', async () => {
  const events = await against({
    target: (target) => ({ ...target, limits: { ...target.limits, controlValue: 1n, maxDebitValue: 10n } }),
  })
  expect(verdictsIn(events).filter(({ verdict }) => verdict.status === 'failed')).toEqual([])
})
