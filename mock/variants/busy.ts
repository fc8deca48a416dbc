import type { ExtraGuard, Variant } from '../changes/change.ts'
import type { World } from '../state/world.ts'

const isPaying = ({ ledger }: World): boolean => ledger.agenda.length > 0

const oneAtATime: ExtraGuard = {
  id: 'no-payment-under-way',
  family: 'rule',
  requirement: 'service.rate-limits',
  operations: ['create-outgoing-payment'],
  refuses: ({ world }) =>
    isPaying(world)
      ? { status: 409, description: 'Another payment is being processed. Try again' }
      : undefined,
}

/** A server that makes one payment after the other. It may ask its clients to wait, as one with too many requests may. */
export const busyVariants: readonly Variant[] = [
  {
    id: 'one-payment-at-a-time',
    says: 'A payment gets a 409 while another one is under way',
    // Where refusals have other statuses, nobody can tell that it is busy.
    alone: true,
    extraGuards: [oneAtATime],
    // A payment that will fail must not show that in the response to its creation.
    override: () => ({ pace: ({ receiver }) => (receiver.kind === 'failing' ? [1, 20, 21] : [1, 2, 3]) }),
  },
]
