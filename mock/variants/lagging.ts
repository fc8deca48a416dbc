import type { Override, Variant } from '../changes/change.ts'
import type { IncomingPayment, OutgoingPayment, Stored } from '../state/resources.ts'

/** The delay in milliseconds. It is longer than a response takes, and shorter than any target's patience. */
const lag = 120

/** The state of a resource before it changed at an instant. */
interface StateBefore {
  at: number
  state: Stored
}

/** Makes lists from past data: without newer items, or with the earlier state of payments. */
const behind =
  (what: 'existence' | 'state'): Override =>
  ({ lists: { items }, outgoingPayments: { canGoOn }, incomingPayments: { complete } }, world) => {
    const past = new Map<Stored, StateBefore[]>()
    const remember = (resource: OutgoingPayment | IncomingPayment, at: number) => {
      past.set(resource, [...(past.get(resource) ?? []), { at, state: { ...resource } }])
    }
    const asOf = <T extends Stored>(item: T, then: number): T => ({
      ...item,
      ...past.get(item)?.find(({ at }) => at > then)?.state,
    })
    return {
      outgoingPayments: {
        canGoOn: (step) => {
          remember(step.payment, step.at)
          remember(step.payment.receiver, step.at)
          return canGoOn(step)
        },
      },
      incomingPayments: {
        complete: (payment) => {
          remember(payment, world.now())
          complete(payment)
        },
      },
      lists: {
        items: (store, wallet, token) => {
          const all = items(store, wallet, token)
          const then = world.now() - lag
          return what === 'existence'
            ? all.filter(({ createdAt }) => createdAt <= then)
            : all.map((item) => asOf(item, then))
        },
      },
    }
  }

/** Variants of servers whose lists do not show the latest creations and changes at once. The single get does. */
export const laggingVariants: readonly Variant[] = [
  {
    id: 'lists-lag',
    says: 'A list shows a payment only some time after its creation',
    override: behind('existence'),
  },
  {
    id: 'lists-show-what-was',
    says: 'A list shows an earlier state of payments; the single get shows the latest state',
    override: behind('state'),
  },
]
