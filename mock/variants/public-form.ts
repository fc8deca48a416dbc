import type { Variant } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import { answer } from '../core/answer.ts'

const withMore: Variant = {
  id: 'public-form-with-more',
  says: 'The public form of an incoming payment has all fields of the full form except id and methods',
  override: replacing('incomingPayments', 'showPublicForm', {
    by: (showPublicForm, world) => (payment) => {
      const { id: _, ...shown } = world.behaviour.incomingPayments.show(payment)
      return { ...shown, ...showPublicForm(payment) }
    },
  }),
}

/** Variants in how much the public form of an incoming payment shows, and to whom. */
export const publicFormVariants: readonly Variant[] = [
  {
    id: 'public-form-under-another-name',
    // The published specification defines the name of the field.
    profiles: ['interface'],
    says: 'The public form of an incoming payment names the authorization server in authorizationServer',
    // A check compares the value with other responses only under the field name in the target file.
    hides: true,
    override: replacing('incomingPayments', 'showPublicForm', {
      gives: ({ authServer: authorizationServer, ...shown }) => ({ ...shown, authorizationServer }),
    }),
  },
  { ...withMore, profiles: ['interface'] },
  {
    ...withMore,
    profiles: ['open-payments-1.3'],
    departs: { requirement: 'public-incoming-payment.nothing-more', grade: 'warning' },
  },
  {
    id: 'public-form-to-readers',
    says: 'The single get of an incoming payment shows the public form, whatever the token',
    hides: true,
    excludes: ['completed-by-receivers-only'],
    override: replacing('incomingPayments', 'showToReader', {
      by: (_showToReader, world) => (payment) =>
        answer(200, world.behaviour.incomingPayments.showPublicForm(payment)),
    }),
  },
]
