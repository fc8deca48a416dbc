import type { OutgoingPayment } from '../world/resources.ts'
import type { Stored } from '../world/store.ts'
import type { World } from '../world/world.ts'
import type { Style } from './style.ts'

/** Longer than it takes to answer, and shorter than any target's patience. */
const lag = 120

/** What is created and then asked for in a list too soon. */
export const laggingStyles: readonly Style[] = [
  {
    id: 'lists-lag',
    says: 'A list shows a payment some time after its creation was answered',
    swap: ({ listed, paymentAmounts, makeIncomingPayment }) => {
      let now: (() => number) | undefined
      return {
        paymentAmounts: (world, order) => {
          now = world.now
          return paymentAmounts(world, order)
        },
        makeIncomingPayment: (world, order, client) => {
          now = world.now
          return makeIncomingPayment(world, order, client)
        },
        listed: (store, wallet, token) => {
          const items = listed(store, wallet, token)
          const latest = now === undefined ? undefined : now() - lag
          return latest === undefined ? items : items.filter(({ createdAt }) => createdAt <= latest)
        },
      }
    },
  },
  {
    id: 'lists-show-what-was',
    says: 'A list shows the state of a payment some time after it has changed; the single get shows it at once',
    swap: ({ listed, paymentAmounts }) => {
      const worlds: World[] = []
      return {
        paymentAmounts: (world, order) => {
          worlds.splice(0, 1, world)
          return paymentAmounts(world, order)
        },
        listed: (store, wallet, token) => {
          const [world] = worlds
          const items = listed(store, wallet, token)
          return world ? items.map((item) => asItWas(item, world.now() - lag)) : items
        },
      }
    },
  },
]

/** Before its last change, if that came after an instant. */
const asItWas = <T extends Stored & Partial<OutgoingPayment>>(item: T, at: number): T =>
  item.sentAmount && item.updatedAt !== undefined && item.updatedAt > at
    ? { ...item, sentAmount: { ...item.sentAmount, value: 0n }, failed: false, updatedAt: item.createdAt }
    : item
