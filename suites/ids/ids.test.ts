import { expect, test } from 'vitest'
import { against, brokenIn, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'
import { turnedWithin } from './ids.ts'

const otherForms = 'other-forms-refused-by-400'
const only = ['ids/unknown-quote', 'ids/unknown-incoming-payment']

test.each([
  ['a check digit', 'ids-with-check-digit', {}, ['passed', 'passed']],
  ['an alphabet', 'ids-like-ulids', {}, ['passed', 'passed']],
  ['a hash', 'ids-sealed', { 'errors.404.other-form': 'warning' }, ['failed', 'failed']],
])('a 400 to an unknown id that breaks %s fails no MUST', async (_, variant, broken, statuses) => {
  const events = await against({ variants: [variant, otherForms], only })
  expect(Object.fromEntries(brokenIn(events))).toEqual(broken)
  const tried = verdictsIn(events).filter(({ check }) => only.includes(check))
  expect(tried.map(({ verdict }) => verdict.status)).toEqual(statuses)
  expect(exitCodeAfter(events)).toBe(0)
})

test.each(['ids-counted', 'ids-counted-in-base-36', 'ids-counted-behind-a-prefix'])(
  'a server with %s fails nothing, although the neighbours of its ids exist',
  async (variant) => {
    const events = await against({
      variants: [variant],
      only: ['ids', 'ids-across-kinds', 'payments/unknown-quote', 'payments/unknown-incoming-payment'],
    })
    expect(Object.fromEntries(brokenIn(events))).toEqual({})
  },
)

test.each([
  ['79927398713', '79927391783'],
  ['0123abcd', '0123cbad'],
  ['a-b-c-d', 'a-c-b-d'],
  ['ab%2Fcd', 'ac%2Fbd'],
  ['xyxyxyx', 'xzyzyzy'],
  ['7', '999999999'],
])(
  'swapping two characters of the id %s that are two places apart, or replacing it, gives %s',
  (id, expected) => {
    expect(turnedWithin(id)).toBe(expected)
  },
)
