import { expect, test } from 'vitest'
import { amountKept } from './amount-shown.ts'

const ok = { status: 201, headers: {}, text: '' }
const asked = { value: '20', assetCode: 'USD', assetScale: 2 }

test.each([
  ['at a finer scale is kept', { ...asked, value: '2000', assetScale: 4 }, true],
  ['that differs is not kept', { ...asked, value: '2001', assetScale: 4 }, false],
  ['in another asset is not kept', { ...asked, assetCode: 'EUR' }, false],
  ['that cannot be read is not kept', '20', false],
])('an amount %s', (_, debitAmount, held) => {
  const answer = { exchange: 1, method: 'POST', url: '/quotes', response: { ...ok, json: { debitAmount } } }
  expect(amountKept(answer, 'debitAmount', asked)).toMatchObject({
    held,
    want: 'debitAmount 20 USD/2',
  })
})

test.each([
  ['that is no JSON', undefined, 'no JSON body that shows debitAmount'],
  ['without it', {}, 'no debitAmount'],
  ['that shows it in another form', { debitAmount: 20 }, 'no readable debitAmount'],
])('a finding says what is missing from a body %s', (_, json, got) => {
  const answer = { exchange: 1, method: 'POST', url: '/quotes', response: { ...ok, json } }
  expect(amountKept(answer, 'debitAmount', asked)).toMatchObject({ held: false, got })
})
