import { expect, test } from 'vitest'
import { loadProfile } from '../../../src/catalogue/profiles.ts'
import { baseUrl, heldOf, type Told } from '../../testing/fold.ts'
import { publicFormShowsNoMore } from './public-form.ts'

const profile = loadProfile('open-payments-1.3')
const receivedAmount = { value: '1', assetCode: 'USD', assetScale: 2 }
const publicForm = { authServer: `${baseUrl}/auth`, receivedAmount }

const read = (told: unknown, status = 200, token?: string): Told => ({
  operation: 'get-incoming-payment',
  at: [1, 2],
  status,
  told,
  ...(token === undefined ? {} : { token }),
})

test.each<[string, Told, boolean[]]>([
  ['the public form', read(publicForm), [true, true]],
  ['methods', read({ ...publicForm, methods: [] }), [false, true]],
  ['a secret somewhere', read({ ...publicForm, ilp: [{ sharedSecret: 'x' }] }), [false, true]],
  ['what only the full form has', read({ ...publicForm, walletAddress: 'x' }), [true, false]],
  ['a refusal', read({ error: { code: 'x', description: 'methods' } }, 401), []],
])('without a token, the server shows %s', (_name, told, expected) => {
  expect(heldOf(publicFormShowsNoMore, [told], { profile })).toEqual([expected])
})
