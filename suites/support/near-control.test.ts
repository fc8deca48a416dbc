import { expect, test } from 'vitest'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import type { Amount } from '../../src/core/amount.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { nearControl } from './near-control.ts'

const wallet = { assetCode: 'USD', assetScale: 2 }

const paidWith = async (
  { controlValue = 100n, maxDebitValue = 1000n },
  digit: number,
  pay: (value: string) => number,
): Promise<string[]> => {
  const session = { money: { limits: () => ({ wallet, controlValue, maxDebitValue }) } } as Session
  const tried: string[] = []
  await nearControl(session, digit, async ({ value }: Amount) => {
    tried.push(value)
    return { paid: { response: { status: pay(value) } } as Answer }
  })
  return tried
}

const unmet = (): never => {
  throw new PreconditionFailed('refused')
}

test.each<[string, { controlValue?: bigint; maxDebitValue?: bigint }, number, () => number, string[]]>([
  ['the next amount with the wanted digit', {}, 7, () => 201, ['107']],
  ['the control itself if it has the wanted digit', {}, 0, () => 201, ['100']],
  [
    'the next amount with the wanted digit, even if it is in the next ten',
    { controlValue: 95n },
    3,
    () => 201,
    ['113'],
  ],
  ['the control if limits leave no room', { maxDebitValue: 103n }, 7, () => 201, ['100']],
  ['the control after the other amount is refused', {}, 7, () => 400, ['107', '100']],
  ['nothing more after a failure of the server', {}, 7, () => 500, ['107']],
])('the check pays %s', async (_name, limits, digit, pay, expected) => {
  expect(await paidWith(limits, digit, pay)).toEqual(expected)
})

test.each([
  [3, '113'],
  [4, '114'],
  [5, '115'],
  [6, '116'],
  [9, '109'],
])(
  'an amount that ends in %i is %s, which loses a unit as a decimal fraction if one of the next three does',
  async (digit, value) => {
    expect(await paidWith({}, digit, () => 201)).toEqual([value])
  },
)

test('the control is paid if there is no quote for the other amount', async () => {
  expect(await paidWith({}, 7, (value) => (value === '107' ? unmet() : 201))).toEqual(['107', '100'])
})
