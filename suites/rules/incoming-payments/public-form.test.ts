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
  ['a secret at any depth', read({ ...publicForm, ilp: [{ sharedSecret: 'x' }] }), [false, true]],
  ['a field that only the full form has', read({ ...publicForm, walletAddress: 'x' }), [true, false]],
  ['a refusal', read({ error: { code: 'x', description: 'methods' } }, 401), []],
])('the rule judges a response without a token that shows %s', (_name, told, expected) => {
  expect(heldOf(publicFormShowsNoMore, [told], { profile })).toEqual([expected])
})
