import type { Behaviour } from './behaviour.ts'
import { page } from './page.ts'
import { price } from './price.ts'
import * as show from './show.ts'
import { authServerUrl } from './world.ts'

const quoteLifetime = 5 * 60_000

/** What the reference server does. */
export const strict: Behaviour = {
  price,
  inferred: ({ incomingAmount, receivedAmount }) => (incomingAmount?.value ?? 0n) - receivedAmount.value,
  quoteExpiry: (receiver, now) => Math.min(now + quoteLifetime, receiver.expiresAt),
  showAmount: show.showAmount,
  showQuote: show.showQuote,
  showIncomingPayment: show.showIncomingPayment,
  showMethods: show.showMethods,
  showPublicForm: show.showPublicForm,
  showOutgoingPayment: show.showOutgoingPayment,
  page,
  keyFor: (world, keyId) => Object.values(world.clients).find(({ key }) => key.keyId === keyId)?.key,
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
