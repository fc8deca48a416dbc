import { expect, test } from 'vitest'
import { blameInWords, type PaymentCell } from './cell.ts'
import { withBlame } from './pay-all.ts'

/** Parses cells: `a>b!` failed, `a>b` passed. */
const cells = (...words: string[]): PaymentCell[] =>
  words.map((word) => ({
    sender: word.charAt(0),
    receiver: word.charAt(2),
    case: 'open',
    status: word.endsWith('!') ? 'failed' : 'passed',
    steps: [],
  }))

test.each([
  ['only the two together', ['a>b!', 'a>a', 'b>b'], 'only together'],
  ['the sender fails alone', ['a>b!', 'a>a!', 'b>b'], 'sender'],
  ['the receiver fails alone', ['a>b!', 'a>a', 'b>b!'], 'receiver'],
  ['both fail alone', ['a>b!', 'a>a!', 'b>b!'], 'both'],
  [
    'the sender pays nobody else, others pay each other',
    ['a>b!', 'a>c!', 'b>c', 'c>b', 'a>a', 'b>b'],
    'sender',
  ],
  [
    'nobody pays the receiver, others pay each other',
    ['a>b!', 'c>b!', 'a>c', 'c>a', 'a>a', 'b>b'],
    'receiver',
  ],
  [
    'no two servers have a network in common',
    ['a>b!', 'a>c!', 'b>a!', 'b>c!', 'c>a!', 'c>b!', 'a>a', 'b>b'],
    'only together',
  ],
])('%s', (_, words, verdict) => {
  expect(withBlame(cells(...words))[0]?.blame?.verdict).toBe(verdict)
})

test('a passed payment blames nobody, and payments of another case do not count', () => {
  const [first, other] = cells('a>b!', 'a>a!')
  const judged = withBlame([first, { ...other, case: 'fixed' }] as PaymentCell[])
  expect(judged[0]?.blame?.verdict).toBe('only together')
  expect(withBlame(cells('a>b'))[0]?.blame).toBeUndefined()
})

test('a server is blamed for what its own answer shows, even if others fail too and it is neither sender nor receiver', () => {
  const [first, other] = cells('a>b!', 'a>a!') as [PaymentCell, PaymentCell]
  const broken = { step: 'watch the receiver', at: 'b', want: 'at most 100', got: '200', alone: true }
  const blamed = (at: string) =>
    withBlame([{ ...first, broken: { ...broken, at } }, other]).map((cell) =>
      cell.blame ? blameInWords(cell, cell.blame) : undefined,
    )[0]
  expect([blamed('b'), blamed('a'), blamed('c')]).toEqual(['b', 'a', 'c'])
})
