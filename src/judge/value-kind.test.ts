import { expect, test } from 'vitest'
import { isServerFailure, valueKind } from './value-kind.ts'

test.each([
  [String(2n ** 63n), 'from 2^63'],
  [String(2n ** 64n - 1n), 'from 2^63'],
  [String(2n ** 64n), 'from 2^64'],
  [String(2n ** 53n), 'from 2^53'],
  ['12', 'below 2^53'],
  ['0', 'of 0'],
  ['007', 'with leading zeros'],
  ['', 'that is empty'],
  ['-1', 'that is another number'],
  ['1e3', 'that is another number'],
  ['x'.repeat(1001), 'of more than 1000 characters'],
  ['%00', 'with control characters'],
  ['%F0%9F%98%80', 'beyond ASCII'],
  ['%ff', 'with control characters'],
  ['https://wallet.example/a', 'that is another URI'],
  ['no uuid', 'of another form'],
  [null, 'that is null'],
  [17, 'of another type'],
  [{}, 'of another type'],
  [{ side: 'debitAmount', value: '0' }, 'of another form, of 0'],
  [[{ step: 'pay' }], 'in a sequence'],
  [undefined, ''],
])('the value %j is of the kind %j', (value, kind) => expect(valueKind(value)).toBe(kind))

test.each([
  ['status 500', true],
  ['status 503', true],
  ['no answer: the connection was reset', true],
  ['status 400', false],
  ['status 201', false],
  ['17 (status 500)', false],
])('%s is a failure of the server: %s', (got, is) => expect(isServerFailure(got)).toBe(is))
