import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseJson } from '../core/json.ts'
import { coerced, formsOf, sharedForms } from './coerced.ts'
import type { CoercedKind } from './coercions.ts'

/** The valid values that the tests coerce, of each kind. */
const valid = {
  uint64: '1234',
  uri: 'https://wallet.example/incoming-payments/1',
  'date-time': '2036-01-01T00:00:00Z',
  string: 'USD',
  integer: 2,
  amount: { value: '1234', assetCode: 'USD', assetScale: 2 },
  object: { note: 'coffee' },
  body: { method: 'ilp', debitAmount: { value: '1234', assetCode: 'USD', assetScale: 2 } },
  member: ['walletAddress', 'https://wallet.example/alice'],
  limit: 2,
  pattern: 'https://wallet.example/incoming-payments/1',
} satisfies Readonly<Record<CoercedKind, unknown>>

const kinds = Object.keys(valid) as CoercedKind[]

/** Forms of a member that only an amount can have. */
const flat = ['in dotted names', 'in names with brackets']

const written = (kind: CoercedKind, as: string): string => coerced(kind, [as], valid[kind], 0)

test.each(kinds)(
  'no coercion of the kind %s writes the valid value itself, or what another one writes',
  (kind) => {
    const texts = formsOf(kind)
      .filter((as) => as !== 'true or false' && !flat.includes(as))
      .map((as) => written(kind, as))
    expect(texts.map((text) => (kind === 'member' ? `[${text.replace(':', ',')}]` : text))).not.toContain(
      JSON.stringify(valid[kind]),
    )
    expect(new Set(texts).size).toBe(texts.length)
  },
)

test.each(kinds.filter((kind) => kind !== 'body' && kind !== 'member'))(
  'every coercion of the kind %s is JSON',
  (kind) => {
    for (const as of formsOf(kind)) expect([as, parseJson(written(kind, as))]).not.toEqual([as, undefined])
  },
)

test('an object with a coercion of a member is JSON, and lacks the member', () => {
  for (const as of formsOf('member')) {
    const object = parseJson(`{${written('member', as)}}`)
    expect([as, object]).not.toEqual([as, undefined])
    expect(Object.hasOwn(Object(object), 'walletAddress')).toBe(false)
  }
})

test('a member that is written inside another object becomes a member of that object', () => {
  const { data, ...rest } = JSON.parse(`{${written('member', 'inside data.attributes')}}`)
  expect([data.attributes.walletAddress, rest]).toEqual([valid.member[1], {}])
  const proto: unknown = JSON.parse(`{${written('member', 'inside __proto__')}}`)
  expect(Object.keys(Object(proto))).toEqual(['__proto__'])
})

test('no coercion of a body is a JSON object', () => {
  for (const as of formsOf('body'))
    expect([as, parseJson(written('body', as))]).not.toEqual([as, expect.objectContaining({ method: 'ilp' })])
})

const ajv = new Ajv({ coerceTypes: 'array' })

/** Some forms, each with a decoder that makes a valid value of it. */
test.each<[kind: CoercedKind, as: string, read: (given: never) => unknown]>([
  ['uint64', 'preceded by a space', (text: string) => String(Number(text))],
  ['uint64', 'followed by a no-break space', (text: string) => String(Number(text))],
  ['uint64', 'with a fraction', (text: string) => String(Number(text))],
  ['uint64', 'with an exponent', (text: string) => String(Number(text))],
  ['uint64', 'hexadecimal', (text: string) => String(BigInt(text))],
  ['uint64', 'octal', (text: string) => String(BigInt(text))],
  ['uint64', 'with a fraction to be cut off', (text: string) => String(Number.parseInt(text, 10))],
  ['uint64', 'followed by letters', (text: string) => String(Number.parseInt(text, 10))],
  ['uint64', 'too large by 2^64', (text: string) => String(BigInt.asUintN(64, BigInt(text)))],
  ['uint64', 'negative, and too small by 2^64', (text: string) => String(BigInt.asUintN(64, BigInt(text)))],
  ['integer', 'a hexadecimal text', Number],
  ['integer', 'a text with letters at its end', (text: string) => Number.parseInt(text, 10)],
  ['limit', 'too large by 2^8', (whole: number) => new Uint8Array([whole])[0]],
  ['uri', 'preceded by a space', (text: string) => new URL(text).href],
  ['uri', 'a payment pointer', (text: string) => text.replace('$', 'https://')],
  ['uri', 'with backslashes', (text: string) => new URL(text).href],
  ['uri', 'percent-encoded', decodeURIComponent],
  ['uri', 'without its scheme', (text: string) => new URL(text, 'https://server.example').href],
  ['uri', 'with escaped slashes', (text: string) => JSON.parse(`"${text}"`)],
  ['pattern', 'with one slash', (text: string) => new URL(text).href],
])('a lenient parser reads the valid value of a %s from %s', (kind, as, read) => {
  expect(read(JSON.parse(written(kind, as)) as never)).toBe(valid[kind])
})

test.each(['a number', 'a list of one'])('ajv turns %s into the valid text', (as) => {
  const body = { value: JSON.parse(written('uint64', as)) }
  ajv.validate({ type: 'object', properties: { value: { type: 'string' } } }, body)
  expect(body).toEqual({ value: valid.uint64 })
})

test.each(['in single quotes', 'with a comma after the last member', 'with a comment of YAML'])(
  'YAML has the valid body %s',
  (as) => {
    expect(parse(written('body', as))).toEqual(valid.body)
  },
)

test('a form that would leave a body as it is does not apply', () => {
  expect(coerced('body', ['with a plus before its numbers'], { method: 'ilp' }, 0)).not.toBe(
    '{"method":"ilp"}',
  )
})

test('a form that does not apply to a value is replaced by one that does', () => {
  expect(coerced('integer', ['true or false'], 1, 0)).toBe('true')
  expect(coerced('integer', ['true or false'], 2, 0)).toBe('[2]')
})

/** The names of what a quote request must have, and the forms of names and of objects that its checks share. */
const required = ['walletAddress', 'receiver', 'method', 'value', 'assetCode', 'assetScale']
const forms = formsOf('member')
const renamed = forms.filter((as) => !as.startsWith('inside') && !flat.includes(as))
const inside = forms.filter((as) => as.startsWith('inside'))

test.each(Array.from({ length: 24 }, (_, turn) => turn - 3))(
  'in turn %i all forms of a member are shared out among the names',
  (turn) => {
    for (const some of [renamed, inside]) {
      const shared = sharedForms(some, required, turn)
      expect([...shared.values()].toSorted()).toEqual(some.toSorted())
      for (const [name, as] of shared)
        expect(coerced('member', [as], [name, 1], 0)).toBe(coerced('member', [as], [name, 1], 1))
    }
  },
)

test('only a member that is an amount is written as members of its own', () => {
  const shared = sharedForms(flat, ['walletAddress', 'debitAmount'], 0, ['debitAmount'])
  expect([...shared]).toEqual([['debitAmount', 'in dotted names']])
  const direct = ['walletAddress', 'incomingPayment', 'debitAmount', 'value', 'assetCode', 'assetScale']
  for (const turn of [0, 1, 2, 3])
    expect(flat).toContain(sharedForms(forms, direct, turn, ['debitAmount']).get('debitAmount'))
  const text = coerced('member', ['in dotted names'], ['debitAmount', valid.amount], 0)
  expect(JSON.parse(`{${text}}`)).toEqual({
    'debitAmount.value': '1234',
    'debitAmount.assetCode': 'USD',
    'debitAmount.assetScale': 2,
  })
})

test('a value object has the value under every name that decoders look for', () => {
  expect(JSON.parse(written('string', 'a value object'))).toMatchObject({
    type: 'USD',
    code: 'USD',
    toString: 'USD',
  })
})

test('fewer names than forms each get another form', () => {
  const shared = sharedForms(renamed, ['walletAddress', 'receiver'], 1)
  expect(new Set(shared.values()).size).toBe(2)
})

test('each name gets every form over the turns', () => {
  const given = Array.from({ length: renamed.length * required.length }, (_, turn) =>
    sharedForms(renamed, required, turn).get('walletAddress'),
  )
  expect(renamed.filter((as) => !given.includes(as))).toEqual([])
})

test('the turn chooses among the named forms', () => {
  const as = ['hexadecimal', 'with a plus']
  const texts = [0, 1, -1].map((turn) => coerced('uint64', as, '16', turn))
  expect(texts).toEqual(['"+16"', '"0x10"', '"0x10"'])
})
