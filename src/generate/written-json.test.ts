import { expect, test } from 'vitest'
import { writtenWith } from './written-json.ts'

const body = { method: 'ilp', debitAmount: { value: '1', assetScale: 2 } }

test.each<[path: string[], written: string]>([
  [['method'], '{X method "ilp","debitAmount":{"value":"1","assetScale":2}}'],
  [['debitAmount', 'value'], '{"method":"ilp","debitAmount":{X value "1","assetScale":2}}'],
  [['receiver'], '{"method":"ilp","debitAmount":{"value":"1","assetScale":2},X receiver undefined}'],
  [
    ['receiveAmount', 'value'],
    '{"method":"ilp","debitAmount":{"value":"1","assetScale":2},"receiveAmount":{X value undefined}}',
  ],
])('the member at %j is written as specified, and everything else as compact JSON', (path, written) => {
  const text = writtenWith(body, path, (name, value) => `X ${name} ${JSON.stringify(value)}`)
  expect(text).toBe(written)
})

test('a member without a value is left out', () => {
  expect(writtenWith({ a: undefined, b: 1 }, ['b'], (name) => name)).toBe('{b}')
})
