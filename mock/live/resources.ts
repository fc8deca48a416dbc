import type { Shown } from '../core/answer.ts'
import { showIncomingPayment } from '../incoming-payments/create.ts'
import { showOutgoingPayment } from '../outgoing-payments/create.ts'
import { settle } from '../outgoing-payments/settle.ts'
import { showQuote } from '../quotes/create.ts'
import { incomingPaymentUrl, outgoingPaymentUrl, quoteUrl, walletUrl } from '../state/lookup.ts'
import type { World } from '../state/world.ts'
import { strict } from '../world/strict.ts'

export interface ShownResources {
  wallets: Shown[]
  quotes: Shown[]
  incomingPayments: Shown[]
  outgoingPayments: Shown[]
}

/** The current resources, unaffected by faults and variants. At most `limit` of each kind, the latest first. */
export function shownResources(world: World, limit: number): ShownResources {
  settle(world)
  const { answers, grants } = strict(world)
  const sound: World = { ...world, behaviour: { ...world.behaviour, answers, grants } }
  return {
    wallets: [...world.wallets.values()].map((wallet) => ({ id: walletUrl(world, wallet), ...wallet.asset })),
    quotes: latest(world.quotes.all(), limit, ({ createdAt }) => createdAt).map((quote) => ({
      ...showQuote(sound, quote),
      id: quoteUrl(world, quote),
      paid: world.ledger.paid.has(quote),
    })),
    incomingPayments: latest(world.incomingPayments.all(), limit, changed).map((payment) => ({
      ...showIncomingPayment(sound, payment),
      id: incomingPaymentUrl(world, payment),
      kind: payment.kind,
    })),
    outgoingPayments: latest(world.outgoingPayments.all(), limit, changed).map((payment) => ({
      ...showOutgoingPayment(sound, payment),
      id: outgoingPaymentUrl(world, payment),
    })),
  }
}

const changed = ({ updatedAt }: { updatedAt: number }): number => updatedAt

/**
 * Selects the items with the latest times, latest first; of equal times, the one made later comes first. Sorts in
 * batches.
 */
const latest = <T>(all: Iterable<T>, limit: number, timeOf: (one: T) => number): T[] => {
  let found: T[] = []
  let later: T[] = []
  const prune = (): void => {
    found = [...later.reverse(), ...found].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, limit)
    later = []
  }
  for (const each of all) {
    later.push(each)
    if (later.length >= 1000) prune()
  }
  prune()
  return found
}
