import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formsOf, tracesOf } from './secret-forms.ts'

const encodings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  JSON: (text) => JSON.stringify(text),
  'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  percent: encodeURIComponent,
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
}

const secret = fc.string({ minLength: 12, unit: fc.constantFrom(...'abcXYZ0123456789+/=-_."') })
const neighbour = fc.string({ maxLength: 5 })

test.each(Object.keys(encodings))(
  'every form of a secret that is found in %s contains a trace of it',
  (name) => {
    fc.assert(
      fc.property(neighbour, secret, neighbour, (before, value, after) => {
        const text = encodings[name]?.(before + value + after) ?? ''
        expect(new RegExp(formsOf(value).join('|')).test(text)).toBe(true)
        expect(tracesOf(value).some((trace) => text.includes(trace))).toBe(true)
      }),
    )
  },
)

test('an unrelated text has no trace of a secret', () => {
  const text = JSON.stringify({ id: 'https://wallet.example/quotes/7e3f1f76-5358-4a1f-9735-8b78f3f27d52' })
  expect(
    tracesOf('OS9M2PMHKUR64TB8N6BW7OZB8CDFONP219RP1LT0').filter((trace) => text.includes(trace)),
  ).toEqual([])
})
