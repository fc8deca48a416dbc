import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weakerComparisons } from './weaker.ts'

const each = Object.entries(weakerComparisons)

test.each(each)(
  '%s finds every text equal to itself, and the empty text equal to no other',
  (_, { same }) => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect([same(text, text), same('', text), same(text, '')]).toEqual([true, false, false])
      }),
    )
  },
)

test.each<[keyof typeof weakerComparisons, string]>([
  ['byFirstHalf', 'aB3dE?????'],
  ['byLastHalf', '?????fGh9j'],
  ['cutAtEnd', 'aB3dEfG'],
  ['cutAtBeginning', '3dEfGh9j'],
  ['followed', 'aB3dEfGh9j?'],
  ['preceded', '?aB3dEfGh9j'],
  ['withoutCase', 'Ab3DeFgH9J'],
  ['trimmed', ' aB3dEfGh9j '],
  ['padded', 'aB3dEfGh9j '],
  ['decoded', '%61B3dEfGh9j'],
  ['normalised', 'ａB3dEfGh9j'],
  ['upToItsLength', 'aB'],
  ['constant', 'aBaBaBaBaB'],
  ['reversed', '9jGhEf3daB'],
  ['encoded', '6142336445664768396a'],
  ['hashed', 'AB3D-HFHN3J1Jqr3XZubnbjucM7rnnW0IZ1PK4US2vE'],
  ['qualified', 'https://keys.example/aB3dEfGh9j'],
  ['listed', 'other, aB3dEfGh9j'],
  ['joined', 'other.aB3dEfGh9j'],
  ['quoted', '"aB3dEfGh9j"'],
  ['wildcards', 'aB%9j'],
  ['withoutPunctuation', 'aB3d-EfGh-9j'],
  ['asNothing', 'null'],
  ['inherited', 'constructor'],
])('%s finds %s equal to aB3dEfGh9j', (name, given) => {
  expect(weakerComparisons[name].same(given, 'aB3dEfGh9j')).toBe(true)
  expect(weakerComparisons[name].same('zyxwvutsrq', 'aB3dEfGh9j')).toBe(false)
})
