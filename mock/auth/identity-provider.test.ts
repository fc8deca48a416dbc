import { expect, test } from 'vitest'
import { askConsent, askContinue, grant, type Learnt } from '../testing/grants.ts'
import { usd } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'
import { identityProviderSecret } from './identity-provider.ts'

/**
 * Sends a request as an identity provider does, with the id from the redirect URL and the nonce that the client was
 * told.
 */
const ask = async (
  mock: Running,
  { interact }: Learnt,
  choice?: 'accept' | 'reject' | 'perhaps',
  secret: string | undefined = identityProviderSecret(mock.world),
) => {
  const id = interact.redirect.split('/').at(-2)
  const answer = await mock.connection.request({
    method: choice === undefined ? 'GET' : 'POST',
    path: `/auth/interaction/${id}/${interact.finish}${choice === undefined ? '' : `/${choice}`}`,
    headers: secret === '' ? {} : { 'x-idp-secret': secret },
  })
  return { status: answer.statusCode, json: (await answer.body.json()) as { redirect?: string } }
}

test('an identity provider reads what is asked, accepts, and the client has its token', async () => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock, { debitAmount: usd('500') }))
  expect(await ask(mock, learnt)).toMatchObject({
    status: 200,
    json: { state: 'PENDING', access: [{ type: 'outgoing-payment', limits: { debitAmount: usd('500') } }] },
  })
  const { status, json } = await ask(mock, learnt, 'accept')
  expect(status).toBe(202)
  const interact_ref = new URL(json.redirect ?? '').searchParams.get('interact_ref')
  mock.clock.advance(5000)
  expect(await grant(mock, askContinue(mock, learnt, { interact_ref }))).toHaveProperty('access_token')
})

test('a rejection by the identity provider declines the grant and is final', async () => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  const { json } = await ask(mock, learnt, 'reject')
  expect(json.redirect).toMatch(/\?result=grant_rejected$/)
  expect((await ask(mock, learnt, 'accept')).status).toBe(409)
})

test.each<[string, number, Parameters<typeof ask>[2], string | undefined]>([
  ['without the secret', 401, undefined, ''],
  ['by another secret', 401, 'accept', 'another'],
  ['by another choice', 404, 'perhaps', undefined],
])('a request %s decides no interaction', async (_, status, choice, secret) => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  expect((await ask(mock, learnt, choice, secret)).status).toBe(status)
  expect((await ask(mock, learnt)).status).toBe(200)
  const other = { ...learnt, interact: { ...learnt.interact, finish: 'another' } }
  expect((await ask(mock, other, 'accept')).status).toBe(404)
})
