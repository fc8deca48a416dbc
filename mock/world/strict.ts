import { createHash } from 'node:crypto'
import { showAmount } from '../core/amounts.ts'
import { answer } from '../core/answer.ts'
import { isUuid, uuid } from '../core/random.ts'
import { showTime } from '../core/time.ts'
import {
  complete,
  makeIncomingPayment,
  showIncomingPayment,
  showMethods,
  showPublicForm,
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
import type { Behaviour } from '../state/world.ts'
import { isOwn } from '../tokens/may-do.ts'

const quoteLifetime = 5 * 60_000

/** What the reference server does. */
export const strict: Behaviour = {
  ...comparing,
  began: () => {},
  newId: uuid,
  isId: isUuid,
  walletsBelow: (publicUrl) => `${publicUrl}/`,
  below: (base, url) => (url.startsWith(base) ? url.slice(base.length) : ''),
  resourcesBelow: (publicUrl) => publicUrl,
  folder: (collection) => collection,
  price,
  inferred: ({ incomingAmount, receivedAmount }) => (incomingAmount?.value ?? 0n) - receivedAmount.value,
  quoteExpiry: (receiver, now) => Math.min(now + quoteLifetime, receiver.expiresAt),
  makeQuote: createQuote,
  paymentAmounts,
  isPaid: ({ ledger }, quote) => ledger.paid.has(quote),
  room: (world, receiver) => {
    if (!receiver.incomingAmount) return undefined
    const promised = [world, ...world.peers()].map(({ ledger }) => promisedTo(ledger, receiver))
    return promised.reduce(
      (left, each) => left - each,
      receiver.incomingAmount.value - receiver.receivedAmount.value,
    )
  },
  allowance,
  receiveAllowance,
  isOwn,
  tokenLife: () => 600_000,
  pace,
  canGoOn,
  sends,
  arrives,
  isFull: ({ incomingAmount, receivedAmount }) =>
    incomingAmount !== undefined && receivedAmount.value >= incomingAmount.value,
  makeIncomingPayment,
  complete,
  spentBy,
  grantSpent: ({ ledger }, payment) => grantSpentOf(ledger, payment),
  showTime,
  showAmount,
  showQuote,
  showIncomingPayment,
  showMethods,
  showPublicForm,
  showToReader: (world, payment) =>
    answer(200, { ...world.showIncomingPayment(world, payment), methods: world.showMethods(payment) }),
  showToStranger: (world, payment) => answer(200, world.showPublicForm(world, payment)),
  showToAnyone: (world, payment) => answer(200, world.showPublicForm(world, payment)),
  showOutgoingPayment,
  listed: (store, wallet) => store.of(wallet),
  page,
  showCursor: (cursor) => cursor,
  readCursor: (shown) => shown,
  authorization: ({ headers }) => headers.get('authorization'),
  keyFor: (world, keyId, token) =>
    token && world.same('key-id', keyId, token.client.key.keyId)
      ? token.client.key
      : world.find('key-id', keyId, world.keys)?.key,
  verifySignature: (request, keys) => verifyRequest(request, keys),
  verifyDigest: (request) => verifyDigest(request),
  // RFC 9635, 4.2.3, has base64url without padding, and 4.2 a reference after a refusal too. Deployed servers, and the
  // clients that compare, have these; interactionVariants have the others.
  interactionHash: (text) => createHash('sha256').update(text).digest('base64'),
  givesSeveralTokens: () => false,
  declined: () => ({ result: 'grant_rejected' }),
  challenge: (authServer) => `GNAP as_uri=${authServer}`,
  refused: (world, { status, guard, description, expected }) => {
    const challenge = status === 401 ? world.challenge(authServerUrl(world)) : undefined
    return {
      status,
      headers: challenge === undefined ? {} : { 'www-authenticate': challenge },
      body: { error: { code: guard, description, ...(expected !== undefined && { details: { expected } }) } },
    }
  },
  answered: (answer) => answer,
}
