import { expect, test } from 'vitest'
import type { World } from '../../state/world.ts'
import { strict } from '../../world/strict.ts'
import { allFaults } from '../index.ts'

const nowhere = {} as World

const faults = allFaults('open-payments-1.3').filter(({ id }) => id.startsWith('coerced:'))

const amount = { value: '100', assetCode: 'USD', assetScale: 2 }
const url = 'https://wallet.example/incoming-payments/1'

/** Valid bodies, and one with flaws that only a limit of 8 bits mends. */
const bodies = [
  { walletAddress: url, receiver: url, method: 'ilp', debitAmount: amount },
  { walletAddress: url, incomingPayment: url, debitAmount: amount, metadata: { value: [1], expiresAt: 0 } },
  { walletAddress: url, incomingAmount: amount, expiresAt: '2036-01-01T00:00:00Z' },
  { walletAddress: url, debitAmount: { ...amount, assetScale: { toString: 2 }, value: { toString: '1' } } },
  { walletAddress: 'nowhere', debitAmount: { value: 'many', assetScale: 300 }, incomingAmount: [] },
]

/** Reads a body as a mock with the fault does. */
const readBy = ({ override }: (typeof faults)[number], text: string, query = ''): unknown => {
  const body = Buffer.from(text)
  const request = {
    method: 'POST',
    targetUri: `https://mock.example/quotes${query}`,
    headers: new Map(),
    body,
  }
  return override?.(strict(nowhere), nowhere).requests?.readBody?.(body, request)
}

test('members that a body lacks are taken from the query', () => {
  const fault = faults.find(({ id }) => id === 'coerced:name:query')
  if (!fault) throw new Error('no such fault')
  expect(readBy(fault, '{"method":"spsp"}', '?method=ilp&walletAddress=w&x=1')).toEqual({
    method: 'spsp',
    walletAddress: 'w',
  })
})

test.each(faults)('$id leaves a body alone that it does not coerce', (fault) => {
  const some = fault.id === 'coerced:limit:modulo-256' ? bodies.slice(0, 3) : bodies
  for (const body of some) expect(readBy(fault, JSON.stringify(body))).toEqual(body)
})

test.each([
  ['coerced:uint64:python-int', '{"debitAmount":{"value":" 1_٠０"}}', { debitAmount: { value: '100' } }],
  [
    'coerced:uint64:strtoull',
    '{"debitAmount":{"value":"-18446744073709551516"}}',
    { debitAmount: { value: '100' } },
  ],
  ...['2036-01-01T0:00:00Z', '2036-01-01T00:00:00,0Z', '2035-12-31T00:00:00-24:00'].map(
    (expiresAt): [string, string, unknown] => [
      'coerced:date-time:go-time',
      JSON.stringify({ expiresAt }),
      { expiresAt: '2036-01-01T00:00:00.000Z' },
    ],
  ),
  ['coerced:limit:modulo-256', '{"debitAmount":{"assetScale":258}}', { debitAmount: { assetScale: 2 } }],
  ['coerced:body:trailing-data', '{"debitAmount":{"assetScale":2}} x', { debitAmount: { assetScale: 2 } }],
  [
    'coerced:name:prototype',
    '{"debitAmount":{"__proto__":{"assetScale":2}}}',
    { debitAmount: { ['__proto__']: { assetScale: 2 }, assetScale: 2 } },
  ],
  [
    'coerced:name:dotted-names',
    '{"debitAmount.value":"1","debitAmount.assetScale":2,"x.y":1}',
    { debitAmount: { value: '1', assetScale: 2 }, 'x.y': 1 },
  ],
  [
    'coerced:name:brackets',
    '{"debitAmount[value]":"1","debitAmount[assetScale]":2,"receiver[]":"a"}',
    { debitAmount: { value: '1', assetScale: 2 }, receiver: 'a' },
  ],
  ['coerced:name:any-case', '{"DebitAmount":{"assetSCALE":2}}', { debitAmount: { assetScale: 2 } }],
])('%s reads %s', (id, text, read) => {
  const fault = faults.find((one) => one.id === id)
  expect(fault && readBy(fault, text)).toEqual(read)
})
