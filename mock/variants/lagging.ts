import type { Override, Variant } from '../changes/change.ts'
import type { IncomingPayment, OutgoingPayment } from '../state/resources.ts'
import type { Stored } from '../state/store.ts'

/** Longer than it takes to answer, and shorter than any target's patience; in milliseconds. */
const lag = 120

/** What a resource was before it changed at an instant. */
interface Before {
  at: number
  state: Stored
}

/** Lists are made from what there was some time ago: without what is newer, or with the state that payments then had. */
const behind =
  (what: 'existence' | 'state'): Override =>
  ({ lists: { items }, outgoingPayments: { canGoOn }, incomingPayments: { complete } }, world) => {
    const past = new Map<Stored, Before[]>()
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

/** What is created or changed, and then asked for in a list too soon. The single get shows it at once. */
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
