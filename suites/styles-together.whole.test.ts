import { expect, test } from 'vitest'
import { allStyles, areCompatible } from '../mock/styles/index.ts'
import { compatiblePairs, coveringSets } from './testing/covering.ts'
import { expectConforming } from './testing/styles.ts'

// All pairs, one run each, take half an hour: `npm run styles:pairs`.
const sets =
  process.env['STYLES'] === 'pairs'
    ? compatiblePairs(allStyles, areCompatible)
    : coveringSets(allStyles, areCompatible)

test('every style stands together with another', () => {
  const together = new Set(sets.flat())
  expect(allStyles.filter((style) => !together.has(style))).toEqual([])
})

test.for(sets.map((styles) => ({ ids: styles.map(({ id }) => id).join(' '), styles })))(
  'a server with $ids conforms',
  async ({ styles }) => {
    await expectConforming(styles)
  },
)
