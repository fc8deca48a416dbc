import { expect, test } from 'vitest'
import { seeded } from '../core/random.ts'
import { createClient } from '../state/clients.ts'
import { type Answered, call } from '../testing/call.ts'
import { askGrant, consented, consentedTo, grant, jwkOf, toPay } from '../testing/grants.ts'
import { askPayment, askQuote, pathOfId, receiver, usd } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'

const tokenFor = async (
  mock: Running,
  item: object,
  signer = mock.world.clients.signing,
): Promise<string> => {
  const client = signer === mock.world.clients.signing ? {} : { client: { jwk: jwkOf(signer) } }
  const learnt = await grant(
    mock,
    askGrant(mock, { access_token: { access: [item] }, ...client }, { signer }),
  )
  return `GNAP ${learnt.access_token.value}`
}

const idsIn = ({ json }: Answered): string[] =>
  (json as { result: Array<{ id: string }> }).result.map(({ id }) => id)

test('a grant for one type of resource gives no right to another', async () => {
  const mock = await running()
  const authorization = await tokenFor(mock, { type: 'incoming-payment', actions: ['read', 'list'] })
  expect((await call(mock, askQuote(mock, {}, { authorization }))).status).toBe(403)
  const list = `/outgoing-payments?wallet-address=${encodeURIComponent(`${mock.url}/alice`)}`
  expect((await call(mock, { path: list, authorization })).status).toBe(403)
})

test('a grant to create gives no right to read', async () => {
  const mock = await running()
  const authorization = await tokenFor(mock, { type: 'quote', actions: ['create'] })
  const made = await call(mock, askQuote(mock, {}, { authorization }))
  expect(made.status).toBe(201)
  expect((await call(mock, { path: pathOfId(mock, made), authorization })).status).toBe(403)
})

test('the action read allows only the quotes of the client itself, read-all also those of others', async () => {
  const mock = await running()
  const other = createClient('other', seeded('other'))
  const own = await tokenFor(mock, { type: 'quote', actions: ['create', 'read'] })
  const made = await call(mock, askQuote(mock, {}, { authorization: own }))
  const path = pathOfId(mock, made)
  const othersRead = await tokenFor(mock, { type: 'quote', actions: ['read'] }, other)
  const othersReadAll = await tokenFor(mock, { type: 'quote', actions: ['read-all'] }, other)
  const again = await tokenFor(mock, { type: 'quote', actions: ['read'] })
  expect((await call(mock, { path, authorization: again })).status).toBe(200)
  expect((await call(mock, { path, authorization: othersRead, signer: other })).status).toBe(403)
  expect((await call(mock, { path, authorization: othersReadAll, signer: other })).status).toBe(200)
})

test('a list shows only what the client itself made, and everything with list-all', async () => {
  const mock = await running()
  const { access_token } = await consented(mock)
  const authorization = `GNAP ${access_token.value}`
  const list = { path: `/outgoing-payments?wallet-address=${encodeURIComponent(`${mock.url}/alice`)}` }
  expect(idsIn(await call(mock, { ...list, authorization }))).toEqual([])
  const paid = (await call(mock, askPayment(mock, {}, { authorization }))).json as { id: string }
  expect(idsIn(await call(mock, { ...list, authorization }))).toEqual([paid.id])
  expect(idsIn(await call(mock, list)).length).toBeGreaterThan(1)
})

test('a grant for one wallet address allows no payment from another', async () => {
  const mock = await running()
  const { access_token } = await consented(mock)
  const authorization = `GNAP ${access_token.value}`
  const asked = askPayment(mock, { walletAddress: `${mock.url}/bob` }, { authorization })
  expect((await call(mock, asked)).status).toBe(403)
})

const paying = async (mock: Running, limits: object) => {
  const { access_token } = await consented(mock, limits as Record<string, unknown>)
  return async (value: string, kind: 'open' | 'otherAsset' = 'open', nth = 0): Promise<number> => {
    const body = { debitAmount: usd(value), incomingPayment: receiver(mock, kind, nth) }
    const authorization = `GNAP ${access_token.value}`
    return (await call(mock, askPayment(mock, body, { authorization }))).status
  }
}

test('payments debit no more than the limit of their grant, even if they are made at once', async () => {
  const mock = await running()
  const pay = await paying(mock, { debitAmount: usd('500') })
  const statuses = await Promise.all(Array.from({ length: 8 }, () => pay('100')))
  expect(statuses.toSorted()).toEqual([...Array(5).fill(201), ...Array(3).fill(403)])
})

test('receivers get no more than the limit of the grant', async () => {
  const mock = await running()
  const pay = await paying(mock, { receiveAmount: usd('500') })
  expect([await pay('300'), await pay('201'), await pay('200'), await pay('1')]).toEqual([201, 403, 201, 403])
})

test('a grant with a receiveAmount limit pays no receiver of another asset', async () => {
  const mock = await running()
  const pay = await paying(mock, { receiveAmount: usd('500') })
  expect(await pay('100', 'otherAsset')).toBe(403)
})

test('a grant limited to a receiver pays no other', async () => {
  const mock = await running()
  const pay = await paying(mock, { receiver: receiver(mock, 'open', 1) })
  expect([await pay('100', 'open', 0), await pay('100', 'open', 1)]).toEqual([403, 201])
})

test('a grant may spend its limit again in each period of its interval', async () => {
  const mock = await running()
  const interval = 'R1/2026-01-01T00:00:00Z/P1D'
  const { access_token } = await consented(mock, { debitAmount: usd('500'), interval })
  let token = access_token
  const pay = async (value: string): Promise<number> => {
    const { json } = await call(mock, {
      method: 'POST',
      path: new URL(token.manage).pathname,
      authorization: `GNAP ${token.value}`,
    })
    token = (json as { access_token: typeof token }).access_token
    const body = { debitAmount: usd(value) }
    return (await call(mock, askPayment(mock, body, { authorization: `GNAP ${token.value}` }))).status
  }
  expect([await pay('500'), await pay('1')]).toEqual([201, 403])
  mock.clock.set(Date.UTC(2026, 0, 2))
  expect([await pay('501'), await pay('300'), await pay('201'), await pay('200')]).toEqual([
    403, 201, 403, 201,
  ])
  mock.clock.set(Date.UTC(2026, 0, 3))
  expect(await pay('1')).toBe(403)
})

test('a grant may spend again what a failed payment did not spend', async () => {
  const mock = await running()
  const { access_token } = await consented(mock, {
    debitAmount: usd('500'),
    interval: 'R/2026-01-01T00:00:00Z/P1D',
  })
  const authorization = `GNAP ${access_token.value}`
  const pay = (value: string, incomingPayment: string) =>
    call(mock, askPayment(mock, { debitAmount: usd(value), incomingPayment }, { authorization }))
  expect((await pay('300', receiver(mock, 'failing'))).status).toBe(201)
  expect((await pay('400', receiver(mock, 'open'))).status).toBe(403)
  mock.clock.advance(1000)
  expect((await pay('400', receiver(mock, 'open'))).status).toBe(201)
})

/** Pays with a token whose grant has several outgoing-payment items. */
const payingBy = async (mock: Running, items: object[]) => {
  const learnt = await consentedTo(mock, { access: items })
  const authorization = `GNAP ${learnt.access_token.value}`
  return async (body: Record<string, unknown>): Promise<number> =>
    (await call(mock, askPayment(mock, body, { authorization }))).status
}

test('each of two access items for different wallet addresses has its own limit', async () => {
  const mock = await running()
  const bob = `${mock.url}/bob`
  const pay = await payingBy(mock, [
    toPay(mock, { debitAmount: usd('500') }),
    { ...toPay(mock, { debitAmount: usd('200') }), identifier: bob },
  ])
  const byBob = (value: string) => pay({ walletAddress: bob, debitAmount: usd(value) })
  const byAlice = (value: string) => pay({ debitAmount: usd(value) })
  expect([await byBob('201'), await byBob('200'), await byBob('1')]).toEqual([403, 201, 403])
  expect([await byAlice('501'), await byAlice('500'), await byAlice('1')]).toEqual([403, 201, 403])
})

test('a payment counts towards the first access item that allows it', async () => {
  const mock = await running()
  const [one, other] = [receiver(mock, 'open', 0), receiver(mock, 'open', 1)]
  const pay = await payingBy(mock, [
    toPay(mock, { receiver: one, debitAmount: usd('100') }),
    toPay(mock, { debitAmount: usd('300'), interval: 'R/2026-01-01T00:00:00Z/P1D' }),
  ])
  const to = (incomingPayment: string, value: string) => pay({ incomingPayment, debitAmount: usd(value) })
  expect([await to(one, '100'), await to(one, '100'), await to(other, '201')]).toEqual([201, 201, 403])
  expect([await to(other, '200'), await to(one, '1')]).toEqual([201, 403])
})
