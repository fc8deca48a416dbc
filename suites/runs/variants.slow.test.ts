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

const arrange = arrangements[process.env['VARIANTS'] ?? '']

const idsUnder = (profile: 'interface' | 'open-payments-1.3') => variantsOf(profile).map(({ id }) => id)

/** Each profile tries every other one of these, unless all are asked for. */
const both = idsUnder('interface').filter((id) => idsUnder('open-payments-1.3').includes(id))

const profiles = (['interface', 'open-payments-1.3'] as const).map((profile, turn) => {
  const isTried = (id: string): boolean => !both.includes(id) || both.indexOf(id) % 2 === turn
  const own = variantsOf(profile).filter(({ id }) => tryAll || arrange !== undefined || isTried(id))
  const sets = (arrange ?? (tryAll ? coveringSets : eachOnce))(own, areCompatible)
  return { profile, sets: sets.map((set) => ({ ids: set.map(({ id }) => id).join(' '), set })) }
})

test('every variant is tried', () => {
  const members = profiles.flatMap(({ sets }) => sets.flatMap(({ set }) => set.map(({ id }) => id)))
  const all = profiles.flatMap(({ profile }) => idsUnder(profile))
  expect(all.filter((id) => !members.includes(id))).toEqual([])
})

describe.for(profiles)('under $profile', ({ profile, sets }) => {
  test.for(sets)('a server with $ids conforms', async ({ set }) => {
    await expectConforming(profile, set)
  })
})
