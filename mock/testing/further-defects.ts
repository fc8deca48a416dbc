import { seeded, uuid } from '../core/random.ts'
import { firstWallet, tokenOf } from '../state/lookup.ts'
import type { IncomingPayment } from '../state/resources.ts'
import type { Call } from './call.ts'
import { askCompletion, askIncoming, outgoingPath } from './further-requests.ts'
import { askPayment, askQuote, usd } from './requests.ts'
import type { Running } from './running.ts'

type Defect = (mock: Running) => Call

const body =
  (differs: Record<string, unknown>): Defect =>
  (mock) =>
    askIncoming(mock, differs)

const ofBob = (mock: Running): string => {
  const wallet = mock.world.wallets.get('bob')
  if (!wallet) throw new Error('no wallet bob')
  return `GNAP ${tokenOf(mock.world, wallet).value}`
}

const nobodys = uuid(seeded('nobody has this'))

const expired = ({ world }: Running): IncomingPayment => {
  const found = world.incomingPayments
    .of(firstWallet(world))
    .find(({ expiresAt }) => expiresAt <= world.now())
  if (!found) throw new Error('no expired incoming payment')
  return found
}

/**
 * Maps the name of every guard that only the published specification has to a request with the one defect that it
 * refuses.
 */
export const furtherDefects: Readonly<Record<string, Defect>> = {
  'incoming-body-is-json': (mock) => askIncoming(mock, {}, { body: '[]' }),
  'incoming-wallet-address-required': body({ walletAddress: undefined }),
  'incoming-wallet-address-uri': body({ walletAddress: 'alice' }),
  'incoming-amount-object': body({ incomingAmount: '500' }),
  'incoming-expires-at-date-time': body({ expiresAt: '2026-02-01 12:00' }),
  'incoming-metadata-object': body({ metadata: ['Order 19'] }),
  'create-incoming-payment-fields-listed': body({ description: 'coffee' }),
  'create-outgoing-payment-fields-listed': (mock) => askPayment(mock, { description: 'coffee' }),
  'create-quote-fields-listed': (mock) => askQuote(mock, { description: 'coffee' }),
  'incoming-wallet-known': (mock) =>
    askIncoming(mock, { walletAddress: `${mock.world.publicUrl}/nobody`, incomingAmount: undefined }),
  'incoming-amount-asset': body({ incomingAmount: { ...usd('500'), assetCode: 'EUR' } }),
  'incoming-expires-at-ahead': (mock) =>
    askIncoming(mock, { expiresAt: new Date(mock.world.now()).toISOString() }),
  'right-wallet-complete': (mock) => askCompletion(mock, undefined, { authorization: ofBob(mock) }),
  'completed-id-form': (mock) => askCompletion(mock, 'not-an-id'),
  'completed-payment-known': (mock) => askCompletion(mock, nobodys),
  'completed-payment-not-expired': (mock) => askCompletion(mock, expired(mock).id),
  'right-wallet-get-outgoing-payment': (mock) => ({
    path: outgoingPath(mock),
    authorization: ofBob(mock),
  }),
  'outgoing-payment-id-form': () => ({ path: '/outgoing-payments/not-an-id' }),
  'outgoing-payment-known': () => ({ path: `/outgoing-payments/${nobodys}` }),
}
