import { describe, expect, test } from 'vitest'
import { areCompatible, type Variant, variantsOf } from '../../mock/variants/index.ts'
import { compatiblePairs, coveringSets } from '../../src/check/circumstances/covering.ts'
import { tryAll } from '../testing/sampled.ts'
import { expectConforming } from '../testing/variants.ts'

type Arrange = (variants: readonly Variant[], compatible: typeof areCompatible) => Variant[][]

/** Arranges the variants in few sets, so that each occurs at least once. All variants of a set are compatible. */
const eachOnce: Arrange = (variants, compatible) => {
  const left = new Set(variants)
  return coveringSets(variants, compatible).filter(
    (set) => set.filter((variant) => left.delete(variant)).length > 0,
  )
}

/** Each variant alone takes half an hour, all pairs half a day: `npm run variants:each` and `variants:pairs`. */
const arrangements: Readonly<Record<string, Arrange>> = {
  each: (variants) => variants.map((variant) => [variant]),
  pairs: compatiblePairs,
}

const arranged = arrangements[process.env['VARIANTS'] ?? ''] ?? (tryAll ? coveringSets : eachOnce)

describe.for(['interface', 'open-payments-1.3'] as const)('under %s', (profile) => {
  const variants = variantsOf(profile)
  const sets = arranged(variants, areCompatible)

  test('every variant is tried', () => {
    const members = new Set(sets.flat())
    expect(variants.filter((variant) => !members.has(variant))).toEqual([])
  })

  test.for(sets.map((set) => ({ ids: set.map(({ id }) => id).join(' '), set })))(
    'a server with $ids conforms',
    async ({ set }) => {
      await expectConforming(profile, set)
    },
  )
})
