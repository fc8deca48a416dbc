import { expect, test } from 'vitest'
import { baseUrl, heldOf, type Told } from '../../testing/fold.ts'
import { newIncomingPaymentIsNew } from './new-incoming-payments.ts'

const shown = (operation: Told['operation'], value: unknown, completed: unknown, status = 201): Told => ({
  operation,
  at: [1, 2],
  status,
  told: {
    id: `${baseUrl}/incoming-payments/1`,
    receivedAmount: { value, assetCode: 'USD', assetScale: 2 },
    completed,
  },
})

const create = 'create-incoming-payment'

test.each<[string, Told[], boolean[]]>([
  ['is new', [shown(create, '0', false)], [true, true]],
  ['has received something', [shown(create, '1', false)], [false, true]],
  ['is completed', [shown(create, '0', true)], [true, false]],
  ['was shown before', [shown('get-incoming-payment', '1', true, 200), shown(create, '1', true)], []],
  ['is only read', [shown('get-incoming-payment', '1', true, 200)], []],
  ['cannot be read', [shown(create, 1, 'no')], []],
  ['was refused', [shown(create, '1', true, 400)], []],
])('the rule judges an incoming payment that %s', (_name, told, expected) => {
  expect(heldOf(newIncomingPaymentIsNew, told).at(-1)).toEqual(expected)
})
