import { expect, test } from 'vitest'
import { verdictOn } from './blame.ts'

type Invalid = Parameters<typeof verdictOn>[0] extends ReadonlySet<infer S> ? S : never

const everything: Invalid[] = [
  'invented token',
  'no token',
  'invented key id',
  'altered signature',
  'no signature',
]

// The invalid requests that a server refuses like the valid one, by the order in which it checks the parts of a
// request.
test.each<[string, Invalid[], ReturnType<typeof verdictOn>]>([
  [
    'looks at the token first, which it does not know',
    ['invented token', 'invented key id', 'altered signature', 'no signature'],
    'token',
  ],
  ['looks at the signature first, which is good, and does not know the token', ['invented token'], 'token'],
  [
    'looks at the token first, which is good, and does not know the key id',
    ['invented key id', 'altered signature'],
    'key id',
  ],
  [
    'looks at the key id first, which it does not know',
    ['invented token', 'no token', 'invented key id', 'altered signature'],
    'key id',
  ],
  [
    'looks at the token first, which is good, and has another key under that id',
    ['altered signature'],
    'key',
  ],
  [
    'looks at the signature first, and has another key under that id',
    ['invented token', 'no token', 'altered signature'],
    'key',
  ],
  ['says the same to everything', everything, 'undecided'],
  ['finds nothing wrong with token and signature', [], 'other'],
])('finds what to blame if a server %s', (_, alike, blame) => {
  expect(verdictOn(new Set(alike))).toBe(blame)
})

const whateverTheSignature = new Set<Invalid>(['invented key id', 'altered signature', 'no signature'])

test('blames a dead token if the server refuses a token that it knows before it looks at the signature', () => {
  expect(verdictOn(whateverTheSignature, '401: The access token has expired')).toBe('dead token')
})

test('blames the key id if the server answers every wrong signature and a missing one alike', () => {
  expect(verdictOn(whateverTheSignature, '401: invalid signature')).toBe('key id')
})
