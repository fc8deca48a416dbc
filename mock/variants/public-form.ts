import type { Variant } from '../changes/change.ts'
import { answer } from '../core/answer.ts'

const withMore: Variant = {
  id: 'public-form-with-more',
  says: 'The public form of an incoming payment has all fields of the full form except id and methods',
  override: ({ showPublicForm }) => ({
    showPublicForm: (world, payment) => {
      const { id: _, ...shown } = world.showIncomingPayment(world, payment)
      return { ...shown, ...showPublicForm(world, payment) }
    },
  }),
}

/** How much the public form of an incoming payment shows, and to whom. */
export const publicFormVariants: readonly Variant[] = [
  {
    id: 'public-form-under-another-name',
    // The published specification names the field.
    profiles: ['interface'],
    says: 'The public form of an incoming payment names the authorization server in authorizationServer',
    override: ({ showPublicForm }) => ({
      showPublicForm: (world, payment) => {
        const { authServer: authorizationServer, ...shown } = showPublicForm(world, payment)
        return { ...shown, authorizationServer }
      },
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
    override: () => ({
      showToReader: (world, payment) => answer(200, world.showPublicForm(world, payment)),
    }),
  },
]
