import { describe, expect, test } from 'vitest'
import { areCompatible, type Style, stylesOf } from '../mock/styles/index.ts'
import { compatiblePairs, coveringSets } from '../src/check/covering.ts'
import { tryAll } from './testing/sampled.ts'
import { expectConforming } from './testing/styles.ts'

type Arrange = (styles: readonly Style[], compatible: typeof areCompatible) => Style[][]

/** As many sets in which every two styles stand together as it takes to have each style once. */
const eachOnce: Arrange = (styles, compatible) => {
  const left = new Set(styles)
  return coveringSets(styles, compatible).filter(
    (set) => set.filter((style) => left.delete(style)).length > 0,
  )
}

/** Each alone takes half an hour, all pairs half a day: `npm run styles:each` and `styles:pairs`. */
const arrangements: Readonly<Record<string, Arrange>> = {
  each: (styles) => styles.map((style) => [style]),
  pairs: compatiblePairs,
}

const arranged = arrangements[process.env['STYLES'] ?? ''] ?? (tryAll ? coveringSets : eachOnce)

describe.for(['interface', 'open-payments-1.3'] as const)('under %s', (profile) => {
  const styles = stylesOf(profile)
  const sets = arranged(styles, areCompatible)

  test('every style is tried', () => {
    const members = new Set(sets.flat())
    expect(styles.filter((style) => !members.has(style))).toEqual([])
  })

  test.for(sets.map((set) => ({ ids: set.map(({ id }) => id).join(' '), set })))(
    'a server with $ids conforms',
    async ({ set }) => {
      await expectConforming(profile, set)
    },
  )
})
