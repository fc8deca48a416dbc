import type { Variant } from '../changes/change.ts'

/** How long things take, in milliseconds; as the mock has it if absent. */
export interface MockDurations {
  /** The life of an access token. */
  tokenLife?: number | undefined
  /** From the creation of a payment until it is sent in full, in three steps. */
  settleTime?: number | undefined
}

/** A server on which things take so long. */
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
