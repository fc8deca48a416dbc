import type { Variant } from '../changes/change.ts'
import { type Alter, depthOf, digitsLost, everywhere } from '../faults/metadata.ts'

const keeping = (
  id: string,
  says: string,
  requirement: string,
  grade: 'warning' | 'note',
  alter: Alter,
): Variant => ({
  id,
  says,
  departs: { requirement: `create-outgoing-payment.metadata.${requirement}`, grade },
  // Nothing is kept wrong that is not shown.
  excludes: ['optional-fields-left-out'],
  override: ({ showOutgoingPayment }) => ({
    showOutgoingPayment: (world, payment) => {
      const shown = showOutgoingPayment(world, payment)
      return shown.metadata ? { ...shown, metadata: alter(shown.metadata) } : shown
    },
  }),
})

/** As a database does that keeps no such character, and no deep value. */
const asStored: Alter = (value) =>
  depthOf(value) > 100
    ? {}
    : everywhere((inner) => (typeof inner === 'string' ? inner.replaceAll('\u0000', '') : inner))(value)

/** How exactly metadata is kept that few senders have. */
export const metadataVariants: readonly Variant[] = [
  keeping(
    'metadata-as-stored',
    'Metadata loses the character U+0000, and becomes empty if it is nested more than 100 levels deep',
    'odd-kept',
    'warning',
    asStored,
  ),
  keeping(
    'metadata-in-doubles',
    'Numbers in metadata are rounded to doubles',
    'digits-kept',
    'note',
    digitsLost,
  ),
]
