import { expect, test } from 'vitest'
import { asAmount } from './fields.ts'

test.each([-1, 1.5, 256, 2 ** 31, Number.NaN, '2', undefined])(
  'an amount with the scale %s is not read as an amount, because nothing can be calculated with it',
  (assetScale) => {
    expect(asAmount({ value: '100', assetCode: 'USD', assetScale })).toBeUndefined()
  },
)
