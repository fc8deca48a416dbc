import type { Guard } from '../http/guard.ts'
import { assured, type Route } from '../http/route.ts'
import type { Context } from '../state/world.ts'
import { getIncomingPayment } from './routes.ts'

const isAnonymous = ({ request }: Context): boolean => !request.headers.has('authorization')

const unlessAnonymous = (guard: Guard): Guard => ({
  ...guard,
  refuses: (context) => (isAnonymous(context) ? undefined : guard.refuses(context)),
})

/** Whoever shows no token gets the public form, signed or not; whoever shows one has to be let in by it. */
export const getIncomingPaymentOrPublicForm: Route = {
  ...getIncomingPayment,
  guards: getIncomingPayment.guards.map((guard) =>
    guard.family === 'token' || guard.family === 'signature' ? unlessAnonymous(guard) : guard,
  ),
  work: (context) => {
    const { world, subject } = context
    if (!isAnonymous(context)) return getIncomingPayment.work(context)
    return world.showToAnyone(world, assured(subject.incomingPayment, 'an incoming payment'))
  },
}
