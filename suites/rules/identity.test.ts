import { expect, test } from 'vitest'
import { baseUrl, heldOf, type Told } from '../testing/fold.ts'
import { idsAreUnique } from './identity.ts'

const made = (at: Told['at'], differs: Record<string, unknown> = {}, operation = 'create-quote'): Told => ({
  operation: operation as Told['operation'],
  at,
  status: 201,
  told: { id: `${baseUrl}/quotes/1`, createdAt: '2026-11-20T07:00:00Z', ...differs },
})

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })
const eur = (value: string) => ({ ...usd(value), assetCode: 'EUR' })

const quoteFor = (value: string) => ({ receiveAmount: usd(value), expiresAt: '2026-11-20T07:00:10Z' })

const pay = (at: Told['at'], receiveAmount: ReturnType<typeof usd>): Told =>
  made(at, { debitAmount: usd('10'), receiveAmount }, 'create-outgoing-payment')

test.each<[string, Told[], boolean[][]]>([
  [
    'two resources have different ids',
    [made([1, 2]), made([3, 4], { id: `${baseUrl}/quotes/2` })],
    [[true], [true]],
  ],
  ['a resource is returned twice', [made([1, 2]), made([3, 4])], [[true], [true]]],
  [
    'two resources created at different times have one id',
    [made([1, 2]), made([3, 4], { createdAt: '2026-11-20T07:00:01Z' })],
    [[true], [false]],
  ],
  [
    'two quotes with different amounts have one id',
    [made([1, 2], quoteFor('9')), { ...made([3, 4], quoteFor('8')), date: '2026-11-20T07:00:05Z' }],
    [[true], [false]],
  ],
  [
    'a quote that has expired is returned with another price',
    [made([1, 2], quoteFor('9')), { ...made([3, 4], quoteFor('8')), date: '2026-11-20T07:00:15Z' }],
    [[true], [true]],
  ],
  [
    'a payment into another asset is returned at the price at which it settled',
    [pay([1, 2], eur('9')), pay([3, 4], eur('8'))],
    [[true], [true]],
  ],
  [
    'a payment with a fee is returned with the fee at which it settled',
    [pay([1, 2], usd('9')), pay([3, 4], usd('8'))],
    [[true], [true]],
  ],
  [
    'two payments in one asset with different amounts have one id',
    [pay([1, 2], usd('10')), pay([3, 4], usd('8'))],
    [[true], [false]],
  ],
  [
    'two resources of different kinds have one id',
    [made([1, 2]), made([3, 4], {}, 'create-outgoing-payment')],
    [[true], [false]],
  ],
])('the rule judges whether ids are unique: %s', (_name, exchanges, expected) => {
  expect(heldOf(idsAreUnique, exchanges)).toEqual(expected)
})
