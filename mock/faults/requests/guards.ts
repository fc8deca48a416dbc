import { replacing } from '../../changes/replacing.ts'
import type { OperationId } from '../../core/operations.ts'
import { type Guard, refusalOf, skippingGuards } from '../../http/guard.ts'
import type { ServedRoute } from '../../http/route.ts'
import { walletAt } from '../../state/lookup.ts'
import type { Defect } from '../fault.ts'

/** Returns one fault for each guard, which leaves the guard out. */
export function guardFaults(guards: readonly Guard[]): Defect[] {
  return guards.map(({ id, requirement }) => ({
    id: `without-${id}`,
    breaks: requirement,
    says: `The guard ${id} is missing, so the server accepts the requests that it should refuse`,
    source: 'guard',
    without: [id],
  }))
}

/** Returns a fault by which no guard of the body refuses anything unless the body is declared as JSON. */
export function mediaTypeFaults(guards: readonly Guard[]): Defect[] {
  const ofBodies = guards.filter(({ family }) => family === 'body')
  const [breaks, ...contradicts] = new Set(ofBodies.map(({ requirement }) => requirement))
  if (breaks === undefined) return []
  return [
    {
      id: 'body-rules-only-under-json',
      breaks,
      contradicts,
      says: 'The rules for bodies are not applied to a body that is declared as something else than JSON',
      without: [...ofBodies.map(({ id }) => id), 'body-media-type'],
      while: ({ request }) => !/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? ''),
    },
  ]
}

/** A server in whose language null is of the type object. */
export const nullBodyFault: Defect = {
  id: 'null-taken-for-an-object',
  source: 'guard',
  breaks: 'create-quote.body.json',
  contradicts: ['create-outgoing-payment.body.json', 'create-incoming-payment.body.json'],
  says: 'A body that is null passes as an object, and no other rule for bodies is applied to it',
  without: ['body-is-json', 'payment-body-is-json', 'incoming-body-is-json'],
  never: ['body-empty'],
  while: ({ json }) => json === null,
}

/** A server that authorizes what one parser reads, and does what another reads. */
export const walletTwiceFault: Defect = {
  id: 'first-wallet-address-authorized',
  breaks: 'right.wallet.create',
  says: 'If a body names two wallet addresses, the right for the first is enough to create something on the second',
  without: ['right-wallet-create'],
  while: ({ world, request, token }) => {
    const named = [
      ...Buffer.from(request.body)
        .toString()
        .matchAll(/"walletAddress"\s*:\s*"([^"]*)"/g),
    ]
    const first = named.length > 1 ? walletAt(world, named[0]?.[1] ?? '') : undefined
    return first !== undefined && token?.wallets.includes(first) === true
  },
  operations: ['create-quote', 'create-incoming-payment'],
}

/** A server that authorizes a payment by the wallet address of its quote, and never compares that with the body. */
export const quoteAuthorizedFault: Defect = {
  id: 'payment-authorized-by-its-quote',
  breaks: 'create-outgoing-payment.quote-id.other-wallet',
  contradicts: ['right.wallet.create'],
  says: "The right for a quote's wallet address is enough to pay it from another wallet address",
  without: ['right-wallet-create', 'payment-quote-of-wallet'],
  while: ({ token, subject: { quote } }) =>
    quote !== undefined && token?.wallets.includes(quote.wallet) === true,
  operations: ['create-outgoing-payment'],
}

/** A server that authorizes whoever takes part in a payment, the payee too. */
export const payeeAuthorizedFault: Defect = {
  id: 'payment-authorized-by-its-payee',
  breaks: 'right.wallet.create',
  says: "The right for the receiver's wallet address is enough to create quotes and payments on any other",
  without: ['right-wallet-create'],
  while: ({ token, subject: { receiver } }) =>
    receiver !== undefined && token?.wallets.includes(receiver.wallet) === true,
  operations: ['create-quote', 'create-outgoing-payment'],
}

/** Makes a fault that accepts an unknown walletAddress and uses the token's wallet address in its place. */
const standsIn = (id: string, operation: string, what: string, guard: string): Defect => ({
  id,
  breaks: `${operation}.wallet-address.kept`,
  says: `${what} for an unknown walletAddress is created on the wallet address of the token`,
  without: [guard],
})

/** A server that keeps quotes that were paid elsewhere, without their wallet. */
export const paidQuoteFault: Defect = {
  id: 'paid-quote-shown-to-every-wallet',
  breaks: 'right.wallet.get-quote',
  says: 'A token of another wallet reads a quote that a payment was made from',
  without: ['right-wallet-get-quote'],
  while: ({ world, subject: { quote } }) => quote !== undefined && world.behaviour.quotes.isPaid(quote),
}

export const unknownWalletFaults: readonly Defect[] = [
  standsIn('quote-for-the-wallet-of-the-token', 'create-quote', 'A quote', 'wallet-known'),
  standsIn(
    'payment-from-the-wallet-of-the-token',
    'create-outgoing-payment',
    'A payment',
    'payment-wallet-known',
  ),
  standsIn(
    'incoming-payment-on-the-wallet-of-the-token',
    'create-incoming-payment',
    'An incoming payment',
    'incoming-wallet-known',
  ),
]

/**
 * The requirement that a refused request must have no effect, by operation. Quotes are missing because no request shows
 * which quotes exist.
 */
const nothingDone: Partial<Record<OperationId, string>> = {
  'create-outgoing-payment': 'create-outgoing-payment.refused.nothing-created',
  'create-incoming-payment': 'create-incoming-payment.refused.nothing-created',
  'complete-incoming-payment': 'complete-incoming-payment.refused.nothing-completed',
}

/** Guards that refuse a request which names no existing resource. No work could be done for such a request. */
const namesNothing: readonly string[] = [
  'payment-quote-id-of-quote',
  'payment-quote-id-form',
  'payment-quote-known',
  'payment-receiver-known',
  'completed-id-form',
  'completed-payment-known',
]

/**
 * Guards whose side effects no run can attribute. A payment into a full receiver is refused for another reason the next
 * time. An incoming payment past its expiry may complete by itself.
 */
const leavesDoubt: readonly string[] = ['payment-receiver-room', 'completed-payment-not-expired']

/** Guards that no request of a check triggers, with the reason. */
const nobodyMeets: Readonly<Record<string, string>> = {
  'amount-value-leading-zero': 'No check sends an amount with leading zeros that a server may accept',
  'amount-in-range': 'No check pays such an amount, because it exceeds limits.maxDebitValue',
}

/**
 * Conditions that never hold, by guard. The run looks for resources that a token created on another wallet only on the
 * wallet under test, and uses the token of another wallet for that.
 */
const neverBy: Readonly<Record<string, readonly string[]>> = {
  'right-wallet-create': ['token-write-only', 'token-limited', 'token-other-client'],
}

/** Returns true for guards of the digest, which only a request with a body has. */
export const isOfDigest = (id: string): boolean => id.startsWith('digest-') || id.endsWith('-content-digest')

/**
 * Returns one fault for each guard of each operation that creates or completes. The guard refuses only after the work
 * is done.
 */
export function refusedAfterFaults(routes: readonly ServedRoute[]): Defect[] {
  return routes.flatMap((route) => {
    const breaks = nothingDone[route.operation]
    if (breaks === undefined) return []
    return route.guards
      .filter(({ id }) => ![...namesNothing, ...leavesDoubt].includes(id))
      .filter(({ id }) => route.operation !== 'complete-incoming-payment' || !isOfDigest(id))
      .map((guard) => after(route, guard, breaks))
  })
}

/**
 * Makes a fault that first carries out what the guard refuses, as if the guard were left out, and then refuses. A
 * request that another guard would also refuse is not carried out.
 */
const after = ({ operation, guards, work }: ServedRoute, { id }: Guard, breaks: string): Defect => ({
  id: `${operation}:refused-after:${id}`,
  breaks,
  says: `The guard ${id} runs after the work, so a refused request is carried out`,
  source: 'guard',
  transformation: 'after the work',
  ...(nobodyMeets[id] === undefined ? {} : { equivalent: nobodyMeets[id] }),
  operations: [operation],
  never: neverBy[id] ?? [],
  like: `without-${id}`,
  guards: [id],
  override: replacing('answers', 'refused', {
    takes: (refusal) => {
      const { guard, context } = refusal
      if (context && guard === id && context.operation === operation) {
        const others = skippingGuards(guards, (other) => other.id === id)
        if (!refusalOf(others, context)) work(context)
      }
      return refusal
    },
  }),
})
