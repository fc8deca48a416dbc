import { expect, test } from 'vitest'
import { baseUrl, heldOf, type Told } from '../../testing/fold.ts'
import { newIncomingPaymentIsNew } from './new-incoming-payments.ts'

const date = '2026-11-20T07:00:00Z'

const shown = (
  operation: Told['operation'],
  value: unknown,
  completed: unknown,
  status = 201,
  further: object = {},
): Told => ({
  operation,
  at: [1, 2],
  date,
  status,
  told: {
    id: `${baseUrl}/incoming-payments/1`,
    receivedAmount: { value, assetCode: 'USD', assetScale: 2 },
    completed,
    ...further,
  },
})

const create = 'create-incoming-payment'

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

const completedWith = (further: object): Told => shown(create, '0', true, 201, further)

test.each<[string, Told[], boolean[]]>([
  ['is new', [shown(create, '0', false)], [true, true]],
  ['has received something', [shown(create, '1', false)], [false, true]],
  ['is completed', [shown(create, '0', true)], [true, false]],
  [
    'is completed long before it expires',
    [completedWith({ expiresAt: '2026-11-20T07:00:09Z' })],
    [true, false],
  ],
  ['is completed because it has expired', [completedWith({ expiresAt: date })], [true]],
  ['is completed because it has room for nothing', [completedWith({ incomingAmount: usd('0') })], [true]],
  ['is completed although it has room', [completedWith({ incomingAmount: usd('1') })], [true, false]],
  ['was shown before', [shown('get-incoming-payment', '1', true, 200), shown(create, '1', true)], []],
  ['is only read', [shown('get-incoming-payment', '1', true, 200)], []],
  ['cannot be read', [shown(create, 1, 'no')], []],
  ['was refused', [shown(create, '1', true, 400)], []],
])('the rule judges an incoming payment that %s', (_name, told, expected) => {
  expect(heldOf(newIncomingPaymentIsNew, told).at(-1)).toEqual(expected)
})
