import { expect, test } from 'vitest'
import { type Expectation, judgeRefusal } from '../../src/check/expectation.ts'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { against, brokenIn, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'
import { otherFormRefused, turnedWithin, unknownRefused, withId, withOtherForm } from './ids.ts'

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

test('a server that counts its ids and reads them only as far as they are digits fails', async () => {
  const events = await against({
    variants: ['ids-counted'],
    faults: ['id-of-quote-compared-with-anything-behind'],
    only: ['ids/other-form-of-quote'],
  })
  expect(Object.fromEntries(brokenIn(events))).toEqual({ 'get-quote.id.other-form': 'failure' })
})

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

const reading: RequestDraft = { operation: 'get-quote', method: 'GET', path: '/quotes/1' }

/** Judges a response to this read, which is accepted unless another status is given. */
const outcomesOf = (expectation: Expectation, draft: RequestDraft, json: unknown, status = 200) => {
  const response = { status, headers: {}, text: '', json }
  const answer = { exchange: 1, method: 'GET', url: `https://server.example/op${draft.path}`, response }
  const observed = judgeRefusal(expectation, scriptedSession(() => 200).session, draft, answer, 0)
  return observed.map(({ outcome }) => outcome)
}

/** Judges a response to a read under an id of another form. */
const judgedWith = (id: string, json: unknown, status?: number) => {
  const draft = withOtherForm(reading, () => id)
  return { draft, outcomes: outcomesOf(otherFormRefused('get-quote.id.other-form'), draft, json, status) }
}

test('a read under an altered id that shows something without an id is broken', () =>
  expect(
    outcomesOf(
      unknownRefused('get-quote'),
      withId(reading, () => ''),
      {},
    ),
  ).toContain('broken'))

test.each([
  ['UXVvdGU6NTQy', 'UXVvdGU6NTQy', 'held'],
  ['UXVvdGU6NTQ%79', 'UXVvdGU6NTQy', 'held'],
  ['UXVvdGU6NTQy', 'UXVvdGU6MTQy', 'broken'],
])('a read under the altered id %s that shows the quote %s is %s', (asked, shown, outcome) => {
  const altered = withId(reading, () => asked)
  const json = { id: `https://server.example/op/quotes/${shown}` }
  expect(outcomesOf(unknownRefused('get-quote'), altered, json)).toContain(outcome)
})

test.each(['..%2F..', '%2F%2F', '%5C'])(
  'a gateway may resolve the id %s, so only a resource counts as accepted there',
  (id) => {
    const { draft, outcomes } = judgedWith(id, undefined)
    expect(draft.operation).toBeUndefined()
    expect(outcomes).not.toContain('broken')
    expect(judgedWith(id, { id: 'https://server.example/op/quotes/1' }).outcomes).toContain('broken')
  },
)

test.each([
  ['..%2F..', ['held', 'noted']],
  ['no-such-id', ['broken']],
])('a gateway that resolves paths may redirect the id %s: %s', (id, outcomes) => {
  expect(judgedWith(id, undefined, 307).outcomes).toEqual(outcomes)
})

test.each([
  ['..%2F..', ['held']],
  ['no-such-id', ['held', 'held', 'broken']],
])('a gateway that blocks paths which lead away may refuse the id %s with 403: %s', (id, outcomes) => {
  expect(judgedWith(id, undefined, 403).outcomes).toEqual(outcomes)
})

test('whatever is accepted under another id of another form counts', () => {
  const { draft, outcomes } = judgedWith('no-such-id', undefined)
  expect(draft.operation).toBe('get-quote')
  expect(outcomes).toContain('broken')
})
