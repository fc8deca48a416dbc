import { expect, test } from 'vitest'
import { formAmong, publicForm, underOurNames } from './forms.ts'

const full = 'IncomingPaymentWithMethods'

const schemasWith = (isOpen: boolean) => ({
  [full]: { properties: { id: {}, walletAddress: {}, receivedAmount: {}, methods: {} } },
  [publicForm]: {
    properties: { receivedAmount: {}, authServer: { ...(isOpen ? { 'x-open-name': true } : {}) } },
  },
})

const url = 'https://auth.example/'
const receivedAmount = {}
const fields = { id: url, walletAddress: url, completed: false, createdAt: '', updatedAt: '' }
const { completed: _, ...withoutCompleted } = fields
const profile = { publicAuthServer: 'authServer' }

test.each<[string, object, string]>([
  ['with its authorization server', { receivedAmount, authServer: url }, publicForm],
  [
    'with its authorization server under another name',
    { receivedAmount, authorizationServer: url },
    publicForm,
  ],
  ['with further fields', { receivedAmount, walletAddress: url, as: url }, publicForm],
  ['without a received amount', { authServer: url }, publicForm],
  ['with an id among its public details', { id: url, receivedAmount, authServer: url }, publicForm],
  ['with an id, without methods', { ...fields, receivedAmount }, full],
  ['with an id, without methods and one more field', { ...withoutCompleted, receivedAmount }, full],
  ['with methods', { receivedAmount, methods: [] }, full],
  ['with an authorization server, without methods', { ...fields, authServer: url }, publicForm],
  ['with methods and an authorization server', { receivedAmount, methods: [], authServer: url }, publicForm],
  ['with all fields and an authorization server', { ...fields, methods: [], authServer: url }, full],
])('formAmong recognizes the form of an incoming payment %s', (_, value, expected) => {
  expect(formAmong(schemasWith(true), [full, publicForm])(value)).toBe(expected)
})

test.each<[string, object, unknown]>([
  ['under the name of the profile', { receivedAmount, authServer: url }, url],
  ['under another name', { receivedAmount, authorizationServer: url }, url],
  [
    'beside a URL that the full form has',
    { receivedAmount, walletAddress: 'https://a.example', as: url },
    url,
  ],
  ['in no field with a URL', { receivedAmount, walletAddress: url, note: 'x' }, undefined],
  ['in a full form', { ...fields, receivedAmount, as: url }, undefined],
])('the authorization server is found %s', (_, value, expected) => {
  expect(Object(underOurNames(value, profile, schemasWith(true))).authServer).toBe(expected)
})

test('only an override lets another name stand for one that the specification gives', () => {
  const value = { receivedAmount, as: url }
  expect(underOurNames(value, profile, schemasWith(false))).toEqual(value)
  expect(underOurNames(value, { publicAuthServer: 'as' }, schemasWith(false))).toEqual({
    receivedAmount,
    authServer: url,
  })
})
