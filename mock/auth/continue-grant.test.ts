import { type BinaryToTextEncoding, createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { faultsNamed } from '../conditions/named.ts'
import { type Answered, type Call, call } from '../testing/call.ts'
import {
  askAt,
  askConsent,
  askContinue,
  codeOf,
  consented,
  decide,
  finish,
  grant,
  type Learnt,
  reference,
  rotate,
} from '../testing/grants.ts'
import { askPayment } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'
import { variantsNamed } from '../variants/index.ts'

// The expected statuses and codes are those that auth-server.yaml of Open Payments 1.3 lists for each request.

const later = (mock: Running): void => mock.clock.advance(5000)

const refusal = (answered: Answered): string => `${answered.status} ${codeOf(answered)}`

const withToken = ({ access_token: { value } }: Learnt): Partial<Call> => ({ authorization: `GNAP ${value}` })

test('a grant is continued only after the wait that the response named', async () => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  const interact_ref = await reference(mock, learnt)
  expect(learnt.continue.wait).toBe(5)
  mock.clock.advance(4999)
  expect(refusal(await call(mock, askContinue(mock, learnt, { interact_ref })))).toBe('400 too_fast')
  mock.clock.advance(1)
  const { access_token } = await grant(mock, askContinue(mock, learnt, { interact_ref }))
  expect((await call(mock, askPayment(mock, {}, withToken({ access_token } as Learnt)))).status).toBe(201)
})

test.each<[string, string, Partial<Call>]>([
  ['of another reference', '404 invalid_continuation', { body: { interact_ref: 'another' } }],
  ['without a reference', '404 invalid_request', {}],
  ['by another token', '401 invalid_continuation', { authorization: 'GNAP another' }],
  ['without a token', '401 invalid_continuation', { authorization: null }],
  ['at another URL', '404 invalid_continuation', { path: '/auth/continue/another' }],
  ['without a signature', '401 invalid_client', { signer: null }],
  ['whose signature leaves out the token', '401 invalid_client', { uncovered: 'authorization' }],
])('a continuation %s is refused by %s, and the grant goes on', async (_says, expected, differs) => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  const interact_ref = await reference(mock, learnt)
  later(mock)
  expect(refusal(await call(mock, askContinue(mock, learnt, undefined, differs)))).toBe(expected)
  later(mock)
  expect((await call(mock, askContinue(mock, learnt, { interact_ref }))).status).toBe(200)
})

test('a continuation signed by another client of the server is refused', async () => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  const interact_ref = await reference(mock, learnt)
  later(mock)
  const { otherClient: signer } = mock.world.clients
  const refused = await call(mock, askContinue(mock, learnt, { interact_ref }, { signer }))
  expect(refusal(refused)).toBe('401 invalid_client')
})

test('a grant that was given at once has no wait and cannot be continued', async () => {
  const mock = await running()
  const learnt = await grant(mock)
  expect(learnt.continue).not.toHaveProperty('wait')
  expect(refusal(await call(mock, askContinue(mock, learnt)))).toBe('401 invalid_continuation')
})

test('a grant that was given is not given again by the same reference', async () => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  const interact_ref = await reference(mock, learnt)
  later(mock)
  const { access_token } = await grant(mock, askContinue(mock, learnt, { interact_ref }))
  later(mock)
  const again = await call(mock, askContinue(mock, learnt, { interact_ref }))
  expect(refusal(again)).toBe('401 invalid_continuation')
  expect((await call(mock, askPayment(mock, {}, withToken({ access_token } as Learnt)))).status).toBe(201)
})

test('a grant that a person declined is refused once, and unknown afterwards', async () => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  const location = String((await decide(mock, learnt, 'decline')).headers['location'])
  expect(location).toBe('https://client.example/back?result=grant_rejected')
  later(mock)
  expect(refusal(await call(mock, askContinue(mock, learnt)))).toBe('401 request_denied')
  later(mock)
  expect(refusal(await call(mock, askContinue(mock, learnt)))).toBe('404 invalid_continuation')
})

test('with RFC 9635 the redirect after a refusal has a reference too, and the grant is refused for it', async () => {
  const mock = await running({ variants: variantsNamed(['declined-with-reference']) })
  const learnt = await grant(mock, askConsent(mock))
  const interact_ref = await reference(mock, learnt, 'decline')
  expect(interact_ref).not.toBe('')
  later(mock)
  const refused = await call(mock, askContinue(mock, learnt, { interact_ref }))
  expect(refusal(refused)).toBe('401 request_denied')
})

test.each<[string[], BinaryToTextEncoding]>([
  [[], 'base64'],
  [['interaction-hash-base64url'], 'base64url'],
])('with variants %j the hash of the redirect is %s', async (ids, encoding) => {
  const mock = await running({ variants: variantsNamed(ids) })
  const learnt = await grant(mock, askConsent(mock))
  const query = new URL(String((await decide(mock, learnt)).headers['location'])).searchParams
  const text = [finish.nonce, learnt.interact.finish, query.get('interact_ref'), `${mock.url}/auth`].join(
    '\n',
  )
  expect(query.get('hash')).toBe(createHash('sha256').update(text).digest(encoding))
})

test('a grant cannot be continued before a person has decided', async () => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  later(mock)
  const guessed = await call(mock, askContinue(mock, learnt, { interact_ref: 'a guess' }))
  expect(refusal(guessed)).toBe('404 invalid_continuation')
  later(mock)
  expect(refusal(await call(mock, askContinue(mock, learnt)))).toBe('404 invalid_request')
})

test('a client without a finish URI can poll until the person has decided', async () => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock, undefined, { start: ['redirect'] }))
  later(mock)
  expect(await grant(mock, askContinue(mock, learnt))).toEqual({ continue: learnt.continue })
  expect(refusal(await call(mock, askContinue(mock, learnt)))).toBe('400 too_fast')
  expect((await decide(mock, learnt)).statusCode).toBe(200)
  later(mock)
  expect(await grant(mock, askContinue(mock, learnt))).toHaveProperty('access_token')
})

test('a person cannot decide after more than ten minutes', async () => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  mock.clock.advance(600_000)
  expect((await decide(mock, learnt)).statusCode).toBe(410)
  expect(refusal(await call(mock, askContinue(mock, learnt)))).toBe('401 invalid_continuation')
})

test('only its client can cancel a grant, which also revokes its token', async () => {
  const mock = await running()
  const learnt = await consented(mock)
  const { uri, access_token } = learnt.continue
  const cancel = askAt(mock, uri, access_token.value, { method: 'DELETE' })
  expect((await call(mock, { ...cancel, signer: mock.world.clients.otherClient })).status).toBe(401)
  expect((await call(mock, cancel)).status).toBe(204)
  expect(refusal(await call(mock, cancel))).toBe('404 invalid_request')
  expect((await call(mock, askPayment(mock, {}, withToken(learnt)))).status).toBe(401)
})

test('a token lives ten minutes, and is rotated even after that', async () => {
  const mock = await running()
  const learnt = await consented(mock)
  mock.clock.advance(599_999)
  expect((await call(mock, askPayment(mock, {}, withToken(learnt)))).status).toBe(201)
  mock.clock.advance(1)
  expect((await call(mock, askPayment(mock, {}, withToken(learnt)))).status).toBe(401)
  const rotated = (await rotate(mock, learnt)).json as Learnt
  expect((await call(mock, askPayment(mock, {}, withToken(rotated)))).status).toBe(201)
})

test('a rotated token and its URL are dead', async () => {
  const mock = await running()
  const learnt = await consented(mock)
  expect((await rotate(mock, learnt)).status).toBe(200)
  expect((await call(mock, askPayment(mock, {}, withToken(learnt)))).status).toBe(401)
  expect(refusal(await rotate(mock, learnt))).toBe('404 invalid_rotation')
})

test('with a fault, a rotated token stays valid until its grant is rotated again', async () => {
  const mock = await running({ faults: faultsNamed(['without-token-not-rotated']) })
  const learnt = await consented(mock)
  const pay = () => call(mock, askPayment(mock, {}, withToken(learnt)))
  const next = (await rotate(mock, learnt)).json as Learnt
  expect((await pay()).status).toBe(201)
  expect((await rotate(mock, next)).status).toBe(200)
  expect((await pay()).status).toBe(401)
})

test('a revoked token cannot pay or be rotated, but can be revoked again', async () => {
  const mock = await running()
  const learnt = await consented(mock)
  const revoke = askAt(mock, learnt.access_token.manage, learnt.access_token.value, { method: 'DELETE' })
  expect((await call(mock, revoke)).status).toBe(204)
  expect((await call(mock, revoke)).status).toBe(204)
  expect((await call(mock, askPayment(mock, {}, withToken(learnt)))).status).toBe(401)
  expect(refusal(await rotate(mock, learnt))).toBe('400 invalid_rotation')
})

test.each<[string, Partial<Call>]>([
  ['by another token', { authorization: 'GNAP another' }],
  ['without a signature', { signer: null }],
  ['whose signature leaves out the token', { uncovered: 'authorization' }],
])('a request to manage a token %s is refused', async (_says, differs) => {
  const mock = await running()
  const learnt = await consented(mock)
  const { manage, value } = learnt.access_token
  for (const method of ['POST', 'DELETE'] as const) {
    expect(refusal(await call(mock, askAt(mock, manage, value, { method, ...differs })))).toBe(
      '401 invalid_client',
    )
  }
  expect((await call(mock, askPayment(mock, {}, withToken(learnt)))).status).toBe(201)
})
