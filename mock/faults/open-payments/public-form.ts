import { answer, type Shown, unauthorized } from '../../core/answer.ts'
import { showWhole } from '../../incoming-payments/create.ts'
import type { IncomingPayment } from '../../state/resources.ts'
import type { Behaviour, World } from '../../state/world.ts'
import { type Defect, faultsBy } from '../fault.ts'
import { tooMuch } from '../requests/too-much.ts'

type ShowToAnyone = Behaviour['incomingPayments']['showToAnyone']

/** Shows additional fields with the public form. */
const leaking =
  (leaked: (world: World, payment: IncomingPayment) => Shown) =>
  (_showToAnyone: ShowToAnyone, world: World): ShowToAnyone =>
  (payment) => {
    const { showPublicForm } = world.behaviour.incomingPayments
    return answer(200, { ...showPublicForm(payment), ...leaked(world, payment) })
  }

export const publicFormFaults: readonly Defect[] = [
  ...faultsBy('incomingPayments', 'showToAnyone', {
    'public-form-with-methods': {
      breaks: 'public-incoming-payment.no-methods',
      says: 'A request without a token gets the payment methods too, with their secrets',
      by: leaking(({ behaviour }, payment) => ({ methods: behaviour.incomingPayments.showMethods(payment) })),
    },
    'public-form-with-secret': {
      breaks: 'public-incoming-payment.no-methods',
      says: 'A request without a token gets the shared secret',
      by: leaking((_world, { sharedSecret }) => ({ sharedSecret })),
    },
    'public-form-of-everything': {
      breaks: 'public-incoming-payment.no-methods',
      says: 'A request without a token gets the full form of an incoming payment',
      by: leaking(showWhole),
    },
    'public-form-of-everything-completed': {
      breaks: 'public-incoming-payment.no-methods',
      says: 'A request without a token gets the full form of an incoming payment that has completed',
      by: leaking((world, payment) => (payment.completed ? showWhole(world, payment) : {})),
    },
    'public-form-with-wallet-address': {
      breaks: 'public-incoming-payment.nothing-more',
      says: 'A request without a token gets the wallet address of an incoming payment',
      by: leaking(({ behaviour }, payment) => {
        const { walletAddress } = behaviour.incomingPayments.show(payment)
        return { walletAddress }
      }),
    },
    'public-form-with-metadata': {
      breaks: 'public-incoming-payment.nothing-more',
      says: 'A request without a token gets the metadata of an incoming payment',
      by: leaking((_world, { metadata }) => (metadata ? { metadata } : {})),
    },
  }),
  tooMuch({
    id: 'public-form-refused',
    breaks: 'public-incoming-payment.served',
    says: 'A request for an incoming payment without a token is refused',
    family: 'token',
    operations: ['get-incoming-payment'],
    refusal: unauthorized('The request carries no token'),
    isRefused: ({ request }) => !request.headers.has('authorization'),
  }),
]
