import type { Shown } from '../../core/answer.ts'
import { answer, unauthorized } from '../../core/answer.ts'
import type { IncomingPayment } from '../../state/resources.ts'
import type { Behaviour, World } from '../../state/world.ts'
import type { Fault } from '../fault.ts'

/** What whoever shows no token is shown beside the public form. */
const leak = (
  id: string,
  about: string,
  says: string,
  leaked: (world: World, payment: IncomingPayment) => Shown,
): Fault => ({
  id,
  breaks: `public-incoming-payment.${about}`,
  says,
  source: 'behaviour',
  override: ({ showPublicForm }: Behaviour) => ({
    showToAnyone: (world, payment) =>
      answer(200, { ...showPublicForm(world, payment), ...leaked(world, payment) }),
  }),
})

export const publicFormFaults: readonly Fault[] = [
  leak(
    'public-form-with-methods',
    'no-methods',
    'A request without a token gets the payment methods too, with their secrets',
    (world, payment) => ({ methods: world.showMethods(payment) }),
  ),
  leak(
    'public-form-with-secret',
    'no-methods',
    'A request without a token gets the shared secret',
    (_world, { sharedSecret }) => ({ sharedSecret }),
  ),
  leak(
    'public-form-of-everything',
    'no-methods',
    'A request without a token gets the full form of an incoming payment',
    (world, payment) => ({
      ...world.showIncomingPayment(world, payment),
      methods: world.showMethods(payment),
    }),
  ),
  leak(
    'public-form-with-wallet-address',
    'nothing-more',
    'A request without a token gets the wallet address of an incoming payment',
    (world, payment) => ({ walletAddress: world.showIncomingPayment(world, payment).walletAddress }),
  ),
  leak(
    'public-form-with-metadata',
    'nothing-more',
    'A request without a token gets the metadata of an incoming payment',
    (_world, { metadata }) => (metadata ? { metadata } : {}),
  ),
  {
    id: 'public-form-refused',
    breaks: 'public-incoming-payment.served',
    says: 'A request for an incoming payment without a token is refused',
    source: 'behaviour',
    extraGuards: [
      {
        id: 'public-form-refused',
        family: 'token',
        requirement: 'public-incoming-payment.served',
        operations: ['get-incoming-payment'],
        refuses: ({ request }) =>
          request.headers.has('authorization') ? undefined : unauthorized('The request carries no token'),
      },
    ],
  },
]
