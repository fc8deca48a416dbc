import { expect, test } from 'vitest'
import { loadOpenApi } from '../openapi/document.ts'
import { loadCatalogue } from './catalogue.ts'
import { lineageOf } from './lineage.ts'
import { loadProfile, profileIn, profileNamed, profileNames, withOverrides } from './profiles.ts'
import { specFile } from './spec-file.ts'

const file = specFile('profiles/interface/profile.yaml')
const changedFile = (from: string, to: string) => {
  expect(file.text).toContain(from)
  return { ...file, text: file.text.replace(from, to) }
}

test('the profile interface fills the names that the interface leaves open', () => {
  const { refusals: _, ...open } = loadProfile('interface')
  expect(open).toEqual({
    name: 'interface',
    operations: [
      'create-quote',
      'get-quote',
      'create-outgoing-payment',
      'list-outgoing-payments',
      'get-incoming-payment',
      'list-incoming-payments',
    ],
    query: { walletAddress: 'wallet-address', cursor: 'cursor', first: 'first', last: 'last' },
    authorizationScheme: 'GNAP',
    publicAuthServer: 'authServer',
    directPayment: { incomingPayment: 'incomingPayment', debitAmount: 'debitAmount' },
    pageSize: { minimum: 1, maximum: 100 },
  })
})

test.each([
  ['token-missing', { must: 'refused', should: { status: [401] } }],
  ['signature-unreadable', { must: 'refused', should: { status: [401], noted: [400] } }],
  ['key-bound', { must: 'refused' }],
  ['digest', { must: 'refused', should: { status: [400, 401] } }],
  ['malformed', { must: 'refused' }],
  ['unknown-id', { must: 404 }],
  ['no-amount', { must: 400 }],
  ['body', { must: 'refused' }],
])('the row %s of the table of refusals says %j', (row, refusal) => {
  expect(loadProfile('interface').refusals[row]).toMatchObject(refusal)
})

test.each(['token-scheme', 'open'])('the row %s demands and recommends nothing', (row) => {
  expect(Object.keys(loadProfile('interface').refusals[row] ?? {})).toEqual(['condition'])
})

test.each(profileNames())('a requirement by which %s recommends a refusal status is a SHOULD', (name) => {
  const catalogue = loadCatalogue(name)
  const { refusals, operations } = loadProfile(name)
  const named = Object.values(refusals).flatMap(({ should }) =>
    operations.flatMap((operation) => should?.requirement.replace('{operation}', operation) ?? []),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.map((id) => catalogue.get(id)?.level)).toEqual(named.map(() => 'SHOULD'))
})

test('a profile is found by its aliases too', () => {
  const profile = loadProfile('interface')
  expect(profileNamed('default', [{ profile, aliases: ['default'] }])).toBe(profile)
})

test('open-payments is an alias of open-payments-1.3, which extends the profile interface', () => {
  const [profile, base] = [loadProfile('open-payments'), loadProfile('interface')]
  expect(profile.name).toBe('open-payments-1.3')
  expect(profile.operations).toEqual(expect.arrayContaining(base.operations))
  expect(profile.query).toEqual(base.query)
  expect(profile.refusals['unknown-id']).toEqual(base.refusals['unknown-id'])
  expect(profile.refusals['token-missing']).toMatchObject({
    except: ['get-incoming-payment'],
  })
})

test.each(profileNames())('the operations of %s are those of its OpenAPI document', (name) => {
  const documented = Object.values(loadOpenApi(name).paths ?? {}).flatMap((item) =>
    [item?.get?.operationId, item?.post?.operationId].filter((id) => id !== undefined),
  )
  expect(documented.sort()).toEqual([...loadProfile(name).operations].sort())
})

test.each([
  ['- get-quote', '- get-qoute', 'operations: "get-qoute" is not an operation; did you mean "get-quote"?'],
  ['except: [get-', 'except: [gets-', '"gets-incoming-payment" is not an operation'],
])('the profile open-payments-1.3 is refused if %j is changed to %j', (from, to, message) => {
  const further = specFile('profiles/open-payments-1.3/profile.yaml')
  const changed = { ...further, text: further.text.replace(from, to) }
  expect(() => profileIn([file, changed])).toThrow(message)
})

const extending = (base: string) => (name: string) => ({
  path: `profiles/${name}/profile.yaml`,
  text: `extends: ${base}`,
})

test.each([
  ['interfaces', 'extends "interfaces", which is not another profile; did you mean "interface"?'],
  ['further', 'extends "further", which is not another profile'],
])('a profile that extends %s, which is not another profile, is refused', (base, message) => {
  expect(() => lineageOf('further', extending(base))).toThrow(message)
})

test('profiles that extend each other are refused', () => {
  const others: Record<string, string> = { interface: 'open-payments-1.3', 'open-payments-1.3': 'interface' }
  const read = (name: string) => extending(others[name] ?? '')(name)
  expect(() => lineageOf('interface', read)).toThrow('extends "interface", which is not another profile')
})

test('an unknown profile is refused, and the message suggests the nearest one', () => {
  expect(() => loadProfile('interfaces')).toThrow(
    'there is no profile of that name; did you mean "interface"?',
  )
})

test('a profile name that resembles none is refused with a list of all, and is not repeated', () => {
  expect(() => loadProfile('s3cret-token-value')).toThrow(
    /^there is no profile of that name; the profiles are interface, open-payments-1.3, open-payments$/,
  )
})

test.each([
  ['  first: { value', '  frist: { value', 'query: "frist" is not a known field; did you mean "first"?'],
  ['minimum: { value: 1,', 'minimum: { value: one,', 'pageSize: minimum: value is not a whole number'],
  [
    'authorizationScheme: { value: GNAP, from: ',
    'authorizationScheme: { value: GNAP, form: ',
    '"form" is not a known',
  ],
  ['must: 404', 'must: 200', 'refusals: unknown-id: must: is not a status from 400 to 499'],
  ['must: 404', 'must: denied', 'refusals: unknown-id: must: is not a status from 400 to 499'],
  ['status: [403, 404]', 'statuses: [403]', '"statuses" is not a known field; did you mean "status"?'],
  ['    condition: The id has the right', '    when: The id has the right', '"when" is not a known field'],
])('a profile file is refused if %j is changed to %j', (from, to, message) => {
  expect(() => profileIn([changedFile(from, to)])).toThrow(message)
})

test('overrides change what they name and nothing else', () => {
  const profile = loadProfile('interface')
  const changed = withOverrides(profile, { query: { first: 'limit' }, pageSize: { maximum: 50 } })
  expect(changed).toEqual({
    ...profile,
    query: { ...profile.query, first: 'limit' },
    pageSize: { minimum: 1, maximum: 50 },
  })
})

test('empty overrides change nothing', () => {
  const profile = loadProfile('interface')
  expect(withOverrides(profile, {})).toEqual(profile)
})

test.each([
  [{ qeury: {} }, 'profileOverrides.qeury is not a key of a profile; did you mean "query"?'],
  [
    { query: { 'wallet-adress': 'w' } },
    'query.wallet-adress is not a key of a profile; did you mean "walletAddress"?',
  ],
  [
    { refusals: {} },
    'profileOverrides.refusals is not a key of a profile; there is query, authorizationScheme',
  ],
  [{ name: 'mine' }, 'profileOverrides.name is not a key of a profile'],
  [JSON.parse('{"__proto__":{}}'), 'profileOverrides.__proto__ is not a key of a profile'],
  [{ query: 'first' }, 'profileOverrides.query is not a mapping'],
  [{ query: { first: 1 } }, 'profileOverrides.query.first is not text'],
  [{ authorizationScheme: '' }, 'profileOverrides.authorizationScheme is not text'],
  [{ pageSize: { maximum: '50' } }, 'profileOverrides.pageSize.maximum is not a whole number from 1'],
  [{ pageSize: { minimum: 0 } }, 'profileOverrides.pageSize.minimum is not a whole number from 1'],
  [{ pageSize: { minimum: 101 } }, 'profileOverrides.pageSize has a minimum above its maximum'],
])('the overrides %j are refused', (overrides, message) => {
  expect(() => withOverrides(loadProfile('interface'), overrides)).toThrow(message)
})

test('a refused override does not show its value', () => {
  const read = () => withOverrides(loadProfile('interface'), { pageSize: { maximum: 's3cret' } })
  expect(read).toThrow(/^(?!.*s3cret)/)
})
