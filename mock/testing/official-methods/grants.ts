import type { AuthenticatedClient, PendingGrant } from '@interledger/open-payments'
import type { Client } from '../../state/resources.ts'
import { decided, finishUri, type Official, usd } from '../official-client.ts'
import type { Recorded } from './recorded.ts'

type When = Recorded['when']
type RequestedGrant = Parameters<AuthenticatedClient['grant']['request']>[1]

const interact = {
  start: ['redirect' as const],
  finish: { method: 'redirect' as const, uri: finishUri, nonce: 'n' },
}

/** The members of a token that are needed here: its value and its management URL. */
export interface Token {
  value: string
  manage: string
}

export const forQuotes = { type: 'quote', actions: ['create', 'read'] }
export const forIncoming = { type: 'incoming-payment', actions: ['create', 'read', 'list', 'complete'] }

export function forOutgoing({ alice }: Official, limits?: object, identifier = alice) {
  const actions = ['create', 'read', 'list']
  return { type: 'outgoing-payment', actions, identifier, ...(limits && { limits }) }
}

async function asked(scene: Official, when: When, of: string, body: object): Promise<PendingGrant> {
  return (await when(of).grant.request(
    { url: `${scene.mock.url}/auth` },
    body as RequestedGrant,
  )) as PendingGrant
}

/** Requests a grant that is given without interaction, and returns its token. */
export async function given(scene: Official, when: When, of: string, ...access: object[]): Promise<Token> {
  const grant = await asked(scene, when, of, { access_token: { access } })
  return (grant as unknown as { access_token: Token }).access_token
}

/** Requests a grant, has a person accept it, and returns its token. */
export async function consented(
  scene: Official,
  when: When,
  of: string,
  ...access: object[]
): Promise<Token> {
  const pending = await asked(scene, when, of, { access_token: { access }, interact })
  const interact_ref = (await decided(pending, 'accept')).searchParams.get('interact_ref') ?? ''
  const grant = await continuedLater(scene, when, `the interact_ref of ${of}`, pending, { interact_ref })
  return (grant as { access_token: Token }).access_token
}

const placeOf = ({ continue: { uri, access_token } }: PendingGrant) => ({
  url: uri,
  accessToken: access_token.value,
})

const continuedLater = (
  { mock }: Official,
  when: When,
  of: string,
  pending: PendingGrant,
  body?: { interact_ref: string },
) => {
  mock.clock.advance(5000)
  return when(of).grant.continue(placeOf(pending), body)
}

const jwkOf = ({ key: { keyId, key } }: Client) => {
  const { x = '' } = key.export({ format: 'jwk' })
  return { kid: keyId, alg: 'EdDSA', kty: 'OKP', crv: 'Ed25519', x } as const
}

/** Requests grants of every kind: given at once, decided by a person, or refused. */
export async function grantSteps(scene: Official, { when }: Recorded): Promise<void> {
  const { alice, carol, mock } = scene
  const each = (actions: string[], type: string, more: object = {}) =>
    given(scene, when, `access to ${type}s: ${actions.join(', ')}`, { type, actions, ...more })
  for (const actions of [['create'], ['read'], ['read-all'], ['create', 'read', 'read-all']])
    await each(actions, 'quote')
  for (const actions of [['create'], ['complete'], ['read'], ['read-all'], ['list']])
    await each(actions, 'incoming-payment')
  await each(['create', 'read'], 'incoming-payment', { identifier: carol })
  await given(scene, when, 'two items of access', forQuotes, forIncoming)
  await when('a key in place of a wallet address').grant.request(
    { url: `${mock.url}/auth` },
    { access_token: { access: [forQuotes] } } as RequestedGrant,
    { jwk: jwkOf(mock.world.clients.signing) },
  )
  const toDecide: Array<[string, object]> = [
    ['access to lists of all incoming payments', { access: [{ ...forIncoming, actions: ['list-all'] }] }],
    ['payments without limits', { access: [forOutgoing(scene)] }],
    ['payments up to a debitAmount', { access: [forOutgoing(scene, { debitAmount: usd('500') })] }],
    ['payments up to a receiveAmount', { access: [forOutgoing(scene, { receiveAmount: usd('500') })] }],
    [
      'payments into one receiver',
      { access: [forOutgoing(scene, { receiver: `${mock.url}/incoming-payments/1` })] },
    ],
    [
      'payments in an interval',
      { access: [forOutgoing(scene, { debitAmount: usd('500'), interval: 'R/2026-01-01T00:00:00Z/P1D' })] },
    ],
    [
      'payments of two wallet addresses',
      { access: [forOutgoing(scene), forOutgoing(scene, undefined, carol)] },
    ],
  ]
  for (const [of, access_token] of toDecide) await asked(scene, when, of, { access_token, interact })
  const subject = { sub_ids: [{ id: alice, format: 'uri' }] }
  const known = await asked(scene, when, 'the wallet address of the person', { subject, interact })
  const reference = (await decided(known, 'accept')).searchParams.get('interact_ref') ?? ''
  await continuedLater(scene, when, 'the interact_ref of that', known, { interact_ref: reference })

  const refused: Array<[string, object]> = [
    ['no access', { access_token: { access: [] } }],
    ['an unknown action', { access_token: { access: [{ type: 'quote', actions: ['list'] }] } }],
    ['the same item twice', { access_token: { access: [forQuotes, forQuotes] } }],
    [
      'the wallet address of another server',
      { access_token: { access: [{ ...forIncoming, identifier: 'https://a.example/b' }] } },
    ],
    ['payments without interact', { access_token: { access: [forOutgoing(scene)] } }],
    [
      'a limit in another asset',
      {
        access_token: { access: [forOutgoing(scene, { debitAmount: { ...usd('1'), assetCode: 'EUR' } })] },
        interact,
      },
    ],
  ]
  for (const [of, body] of refused) await asked(scene, when, of, body)
}

/** Continues and cancels grants, at the right time and at the wrong time. */
export async function continuationSteps(scene: Official, { when }: Recorded): Promise<void> {
  const body = { access_token: { access: [forOutgoing(scene)] }, interact }
  const pending = await asked(scene, when, 'payments', body)
  await when('a wait that is not over').grant.continue(placeOf(pending))
  await continuedLater(scene, when, 'no interact_ref', pending)
  await continuedLater(scene, when, 'an interact_ref before the decision', pending, { interact_ref: 'x' })
  const interact_ref = (await decided(pending, 'accept')).searchParams.get('interact_ref') ?? ''
  await continuedLater(scene, when, 'another interact_ref', pending, { interact_ref: 'x' })
  await when('the token of another grant').grant.continue({ ...placeOf(pending), accessToken: 'other' })
  await continuedLater(scene, when, 'the interact_ref of the redirect', pending, { interact_ref })
  await continuedLater(scene, when, 'the same once more', pending, { interact_ref })

  const declined = await asked(scene, when, 'payments', body)
  await decided(declined, 'decline')
  await continuedLater(scene, when, 'a person who has declined', declined)
  await when('a grant that is not there').grant.continue({ ...placeOf(declined) })

  await when('the token of another grant').grant.cancel({ ...placeOf(pending), accessToken: 'other' })
  await when('a grant that is given').grant.cancel(placeOf(pending))
  await when('the same once more').grant.cancel(placeOf(pending))
  const undecided = await asked(scene, when, 'payments', body)
  await when('a grant that nobody has decided').grant.cancel(placeOf(undecided))
}

/** Rotates and revokes tokens. */
export async function tokenSteps(scene: Official, { when }: Recorded): Promise<void> {
  const token = await given(scene, when, 'access to quotes', forQuotes)
  const place = ({ manage, value }: Token) => ({ url: manage, accessToken: value })
  const second = (await when('the token').token.rotate(place(token))) as unknown as { access_token: Token }
  await when('the token before it').token.rotate(place(token))
  const current = second.access_token
  await when('another token').token.rotate({ ...place(current), accessToken: 'other' })
  await when('another token').token.revoke({ ...place(current), accessToken: 'other' })
  await when('the token').token.revoke(place(current))
  await when('the same once more').token.revoke(place(current))
  await when('a token that is revoked').token.rotate(place(current))
  await when('a token that is not there').token.revoke({
    ...place(current),
    url: `${scene.mock.url}/auth/token/x`,
  })
}
