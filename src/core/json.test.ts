import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExactNumber, jsonBreaksAfter, parseJson } from './json.ts'

test.each([
  '18446744073709551615',
  '-9007199254740993',
  '0.12345678901234567890123',
  '1e400',
  '-1e-400',
  `1${'0'.repeat(9999)}1`,
])('%.40s keeps its digits, which a double would alter', (text) => {
  expect(parseJson(`{"value": ${text}, "b":[${text}]}`)).toEqual({
    value: new ExactNumber(text),
    b: [new ExactNumber(text)],
  })
})

test.each(['0', '-1', '100', '0.1', '1.50', '9007199254740992', '1e21', '1.0000000000000000', '0e400'])(
  '%s is a plain number',
  (text) => {
    expect(parseJson(text)).toBe(Number(text))
  },
)

test('a long number is kept exact wherever JSON allows a number', () => {
  const long = '12345678901234567890'
  const exact = new ExactNumber(long)
  expect(parseJson(long)).toEqual(exact)
  expect(parseJson(`[${long},${long} , ${long}]`)).toEqual([exact, exact, exact])
  expect(parseJson(`{"a":\n${long}}`)).toEqual({ a: exact })
})

test('digits inside a string stay text', () => {
  expect(parseJson('{"value":"18446744073709551615","b":": 18446744073709551615"}')).toEqual({
    value: '18446744073709551615',
    b: ': 18446744073709551615',
  })
})

test('a document with a long number does not keep many times its size in memory', () => {
  const text = `{"value":12345678901234567890,"text":"${'x'.repeat(900_000)}"}`
  const before = process.memoryUsage().heapUsed
  const kept = Array.from({ length: 20 }, () => parseJson(text))
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 2 ** 20)
  expect(Object(kept[19]).value).toEqual(new ExactNumber('12345678901234567890'))
})

test.each([
  ['escapes', '\\n'.repeat(400_000)],
  ['quotes', '\\"'.repeat(400_000)],
  ['backslashes', '\\\\'.repeat(400_000)],
])('a string full of %s does not hide the long number after it', (_, inner) => {
  expect(parseJson(`["${inner}",12345678901234567890]`)).toEqual([
    JSON.parse(`"${inner}"`),
    new ExactNumber('12345678901234567890'),
  ])
})

test.each(['1', '12345678901234567890'])(
  '__proto__ and constructor are keys like any other beside %s',
  (number) => {
    const value = parseJson(`{"__proto__":{"polluted":${number}},"constructor":{"prototype":{"polluted":1}}}`)
    expect(Object.keys(Object(value))).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  },
)

test.each(['1', '12345678901234567890'])('the last of two equal keys counts, beside %s', (number) => {
  const value = parseJson(`{"a":1,"n":${number},"a":{"b":2},"__proto__":1,"__proto__":2}`)
  expect(Object.entries(Object(value))).toEqual([
    ['a', { b: 2 }],
    ['n', number === '1' ? 1 : new ExactNumber(number)],
    ['__proto__', 2],
  ])
})

test.each([
  ['nothing', ''],
  ['HTML', '<html></html>'],
  ['half an object', '{"a":'],
  ['a byte order mark', '\ufeff{}'],
  ['NaN', 'NaN'],
  ['a leading zero', '[00000000000000000001]'],
  ['100,000 brackets', '['.repeat(100_000)],
  ['100,000 nested arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
  [
    '100,000 nested objects with long numbers',
    `${'{"a":12345678901234567890,"b":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ],
])('parseJson returns undefined for %s', (_, text) => {
  expect(parseJson(text)).toBeUndefined()
})

test('brackets inside strings do not count as nesting', () => {
  const text = JSON.stringify({ a: `\\"${'[{'.repeat(5000)}` })
  expect(parseJson(text)).toEqual({ a: `\\"${'[{'.repeat(5000)}` })
})

test('900 nested arrays around a long number are read', () => {
  let value = parseJson(`${'['.repeat(900)}12345678901234567890${']'.repeat(900)}`)
  for (let depth = 0; depth < 900; depth++) value = Object(value)[0]
  expect(value).toEqual(new ExactNumber('12345678901234567890'))
})

test('parseJson agrees with JSON.parse on every text whose numbers fit into doubles', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      let expected: unknown
      try {
        expected = JSON.parse(text)
      } catch {}
      expect(parseJson(text)).toEqual(expected)
    }),
  )
})

test('parseJson keeps every digit of every integer', () => {
  fc.assert(
    fc.property(fc.bigInt(), (integer) => {
      expect(String(Object(parseJson(`{"n":${integer}}`)).n)).toBe(String(integer))
    }),
  )
})

test.each([
  ['{"value": NaN}', 10],
  ['{"value":1,"value":2,}', 21],
  ['[1,2', 4],
  ['{}{', 2],
  ['', 0],
  ['"at position 7', 14],
  ['{"value":12345678901234567890}', undefined],
])('%s is no JSON after %s characters', (text, at) => {
  expect(jsonBreaksAfter(text)).toBe(at)
})
