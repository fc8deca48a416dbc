import { expect, test } from 'vitest'
import { amountKept } from './amount-shown.ts'

const asked = { value: '20', assetCode: 'USD', assetScale: 2 }

test.each([
  ['at a finer scale is kept', { ...asked, value: '2000', assetScale: 4 }, true],
  ['that differs is not kept', { ...asked, value: '2001', assetScale: 4 }, false],
  ['in another asset is not kept', { ...asked, assetCode: 'EUR' }, false],
  ['that cannot be read is not kept', '20', false],
])('an amount %s', (_, debitAmount, held) => {
  const response = { status: 201, headers: {}, text: '', json: { debitAmount } }
  const answer = { exchange: 1, method: 'POST', url: '/quotes', response }
  expect(amountKept(answer, 'debitAmount', asked)).toMatchObject({
    held,
    want: 'debitAmount 20 USD/2',
  })
})
