import { expect, test } from 'vitest'
import { answerJson } from './answer-json.ts'

const surplus = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`k${index}`, index]))

test('the reader keeps both ends of a huge object, and the members that a specification names', () => {
  const { k30000, ...others } = surplus
  const fields = { ...others, debitAmount: { value: '1', ...surplus }, k30000 }
  const json = answerJson(JSON.stringify({ ...fields, ...prefixed('x'), asset: 'y' }))
  expect(json).toMatchObject({
    k0: 0,
    k999: 999,
    debitAmount: { value: '1', k0: 0 },
    x2999: 2999,
    asset: 'y',
  })
  expect(Object.keys(Object(json))).toHaveLength(2001)
})

const prefixed = (prefix: string) =>
  Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`${prefix}${index}`, index]))

test('the reader keeps more items of a list than an honest answer can hold', () => {
  const { result } = Object(answerJson(`{"result":[${'null,'.repeat(199_999)}null]}`))
  expect(result).toHaveLength(10_000)
})

test('a key called __proto__ stays a key, and a usual answer is kept whole', () => {
  const text = JSON.stringify({ ...surplus, id: 'x' }).replace('{', '{"__proto__":{"id":"y"},')
  expect(Object.keys(Object(answerJson(text)))[0]).toBe('__proto__')
  const page = {
    result: Array.from({ length: 1200 }, (_, index) => ({ id: `${index}`, n: 'x'.repeat(100) })),
  }
  expect(answerJson(JSON.stringify(page))).toEqual(page)
})

test('the reader reads a long answer nested to the greatest depth without an error', () => {
  const text = `{"a":${'['.repeat(990)}1${']'.repeat(990)},"padding":"${'x'.repeat(70_000)}"}`
  expect(answerJson(text)).toMatchObject({ padding: 'x'.repeat(70_000) })
})

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const heavy = `{"a":[${Array(60).fill(nested(900)).join()}],"b":"]"}`

test('the reader replaces a member with thousands of brackets by their number, in a resource as in a page', () => {
  const payment = `{"id":"x","metadata":${heavy},"list":${nested(700)},"methods":[{"type":"ilp"}]}`
  const shown = {
    id: 'x',
    metadata: { brackets: 54_002 },
    list: JSON.parse(nested(700)),
    methods: [{ type: 'ilp' }],
  }
  expect(answerJson(`${payment}${' '.repeat(70_000)}`)).toEqual(shown)
  const page = `{"pagination":{"a":[]},"result" : [${payment},${payment},{"id":"y"}],"more":[${heavy}]}`
  expect(answerJson(page)).toEqual({
    pagination: { a: [] },
    result: [shown, shown, { id: 'y' }],
    more: [54_003],
  })
})

test.each([
  ['a list for a page', `[${heavy}]`, [54_003]],
  ['a list for an item', `{"result":[${nested(3)},[${heavy}]]}`, { result: [[[[]]], [54_003]] }],
  ['no JSON beside it', `{"a":${heavy},"b":x}`, undefined],
  ['half a text', `{"a":${heavy.slice(0, -9)}`, undefined],
  ['a member that is too deep', `{"a":${heavy},"b":${nested(1001)}}`, undefined],
])('reads %s correctly beside thousands of brackets', (_, text, json) => {
  expect(answerJson(`${text}${' '.repeat(70_000)}`)).toEqual(json)
})

test('the same text gives the same value when it is read again', () => {
  const text = JSON.stringify(surplus)
  expect(answerJson(text)).toBe(answerJson(` ${text}`.slice(1)))
})
