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
]
