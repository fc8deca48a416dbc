import type { Variant } from '../changes/change.ts'

/** Durations in milliseconds. The mock uses its own value for each that is undefined. */
export interface MockDurations {
  /** The lifetime of an access token. */
  tokenLife?: number | undefined
  /** The time from the creation of a payment until it is sent in full, in three equal steps. */
  settleTime?: number | undefined
}

/** Makes a variant with these durations. */
export function durations({ tokenLife, settleTime }: MockDurations): Variant {
  return {
    id: 'durations',
    says: 'Tokens live, and payments take, as long as was asked for',
    override: ({ grants, outgoingPayments }) => ({
      grants: { tokenLife: () => tokenLife ?? grants.tokenLife() },
      outgoingPayments: {
        pace: (payment) =>
          settleTime === undefined
            ? outgoingPayments.pace(payment)
            : [settleTime / 3, (settleTime * 2) / 3, settleTime].map(Math.round),
      },
    }),
  }
}
