import { createHash } from 'node:crypto'
import { showAmount } from '../core/amounts.ts'
import { type Answer, answer } from '../core/answer.ts'
import { parsedBody } from '../core/json.ts'
import { isUuid, uuid } from '../core/random.ts'
import { showTime } from '../core/time.ts'
import {
  complete,
  makeIncomingPayment,
  showIncomingPayment,
  showMethods,
  showPublicForm,
  showWhole,
} from '../incoming-payments/create.ts'
import { page } from '../lists/page.ts'
import { paymentAmounts, showOutgoingPayment } from '../outgoing-payments/create.ts'
import { allowance, receiveAllowance, spentBy } from '../outgoing-payments/limits.ts'
import { arrives, canGoOn, pace, sends } from '../outgoing-payments/settle.ts'
import { createQuote, price, showQuote } from '../quotes/create.ts'
import { verifyDigest } from '../signatures/digest.ts'
import { verifyRequest } from '../signatures/verify.ts'
import { comparing } from '../state/compared.ts'
import { grantSpentOf, promisedTo } from '../state/ledger.ts'
import { authServerUrl } from '../state/lookup.ts'
import type { IncomingPayment, Token } from '../state/resources.ts'
import type { Behaviour, NamedRefusal, World } from '../state/world.ts'
import { isOwn } from '../tokens/may-do.ts'

const quoteLifetime = 5 * 60_000

/** The behaviour of the reference server in a world. */
export const strict = (world: World): Behaviour => ({
  requests: requestsTo(world),
  urls,
  quotes: {
    price,
    inferred: ({ incomingAmount, receivedAmount }) => (incomingAmount?.value ?? 0n) - receivedAmount.value,
    expiry: (receiver, now) => Math.min(now + quoteLifetime, receiver.expiresAt),
    make: (order, client) => createQuote(world, order, client),
    isPaid: (quote) => world.ledger.paid.has(quote),
    show: (quote) => showQuote(world, quote),
  },
  outgoingPayments: {
    amounts: (order) => paymentAmounts(world, order),
    pace,
    canGoOn,
    sends,
    arrives,
    show: (payment) => showOutgoingPayment(world, payment),
  },
  incomingPayments: incomingPaymentsIn(world),
  grants: grantsIn(world),
  lists: {
    items: (store, wallet) => store.of(wallet),
    page,
    showCursor: (cursor) => cursor,
    readCursor: (shown) => shown,
  },
  answers: {
    showTime,
    showAmount,
    challenge: (authServer) => `GNAP as_uri=${authServer}`,
    refused: (refusal) => refused(world, refusal),
    answered: (answer) => answer,
  },
})

const requestsTo = (world: World): Behaviour['requests'] => ({
  ...comparing,
  began: () => {},
  pathOf: (path) => path,
  authorization: ({ headers }) => headers.get('authorization'),
  keyFor: (keyId, token) => keyFor(world, keyId, token),
  verifySignature: (request, keys) => verifyRequest(request, keys),
  verifyDigest: (request) => verifyDigest(request),
  readBody: (bytes) => parsedBody(bytes),
})

const keyFor = ({ behaviour, keys }: World, keyId: string, token: Token | undefined) => {
  const { same, find } = behaviour.requests
  return token && same('key-id', keyId, token.client.key.keyId)
    ? token.client.key
    : find('key-id', keyId, keys)?.key
}

const urls: Behaviour['urls'] = {
  newId: uuid,
  isId: isUuid,
  walletsBelow: (publicUrl) => `${publicUrl}/`,
  below: (base, url) => (url.startsWith(base) ? url.slice(base.length) : ''),
  resourcesBelow: (publicUrl) => publicUrl,
  folder: (collection) => collection,
}

const incomingPaymentsIn = (world: World): Behaviour['incomingPayments'] => {
  const publicForm = (payment: IncomingPayment): Answer =>
    answer(200, world.behaviour.incomingPayments.showPublicForm(payment))
  return {
    room: (receiver) => roomIn(world, receiver),
    isFull: ({ incomingAmount, receivedAmount }) =>
      incomingAmount !== undefined && receivedAmount.value >= incomingAmount.value,
    make: (order, client) => makeIncomingPayment(world, order, client),
    complete: (payment) => complete(world, payment),
    show: (payment) => showIncomingPayment(world, payment),
    showMethods,
    showPublicForm: (payment) => showPublicForm(world, payment),
    showToReader: (payment) => answer(200, showWhole(world, payment)),
    showToStranger: publicForm,
    showToAnyone: publicForm,
  }
}

const roomIn = (world: World, receiver: IncomingPayment): bigint | undefined => {
  if (!receiver.incomingAmount) return undefined
  const promised = [world, ...world.peers()].map(({ ledger }) => promisedTo(ledger, receiver))
  return promised.reduce(
    (left, each) => left - each,
    receiver.incomingAmount.value - receiver.receivedAmount.value,
  )
}

const grantsIn = (world: World): Behaviour['grants'] => ({
  allowance: (by) => allowance(world, by),
  receiveAllowance: (by) => receiveAllowance(world, by),
  isOwn,
  tokenLife: () => 600_000,
  spentBy: (token) => spentBy(world, token),
  shownSpent: (payment) => grantSpentOf(world.ledger, payment),
  // RFC 9635, 4.2.3, demands base64url without padding, and 4.2 a reference after a refusal too. Deployed servers,
  // and the clients that compare the hash, use the forms here. interactionVariants provide the others.
  interactionHash: (text) => createHash('sha256').update(text).digest('base64'),
  // Any access to outgoing payments, and lists of what other clients made.
  needsConsent: (access) =>
    access.some(({ type, actions }) => type === 'outgoing-payment' || actions.includes('list-all')),
  givesSeveralTokens: () => false,
  declined: () => ({ result: 'grant_rejected' }),
})

const refused = (world: World, { status, guard, description, expected }: NamedRefusal): Answer => {
  const challenge = status === 401 ? world.behaviour.answers.challenge(authServerUrl(world)) : undefined
  return {
    status,
    headers: challenge === undefined ? {} : { 'www-authenticate': challenge },
    body: { error: { code: guard, description, ...(expected !== undefined && { details: { expected } }) } },
  }
}
