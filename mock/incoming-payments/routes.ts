import { answer, badRequest } from '../core/answer.ts'
import { type Guard, idGuards } from '../http/guard.ts'
import { assured, type ServedRoute } from '../http/route.ts'
import { listRoute } from '../lists/list-route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import type { Context } from '../state/world.ts'
import { mayDoWith } from '../tokens/may-do.ts'
import { rightCreate, rightOnNamed, rightRead, rightWalletCreate, tokenGuards } from '../tokens/token.ts'
import { incomingBodyGuards, incomingRuleGuards } from './body.ts'
import { incomingOrder, incomingSubject } from './subject.ts'

/** Supplies the oldest incoming payment on the token's wallet, or any. */
function oldestIncomingPayment(context: Context): void {
  const { world, token } = context
  const own = token && world.incomingPayments.of(token.wallets[0]).at(0)
  context.subject.incomingPayment = own ?? [...world.incomingPayments.all()].at(0)
}

const incomingPaymentIdGuards = idGuards(['incoming-payment-id-form', 'incoming-payment-known'], {
  operation: 'get-incoming-payment',
  name: 'Incoming payment',
  of: 'incomingPayment',
  fallback: oldestIncomingPayment,
})

const operation = 'complete-incoming-payment'

const completionGuards: readonly Guard[] = [
  rightOnNamed('right-wallet-complete', operation, 'incomingPayment'),
  ...idGuards(['completed-id-form', 'completed-payment-known'], {
    operation,
    name: 'Incoming payment',
    of: 'incomingPayment',
    fallback: oldestIncomingPayment,
  }),
  {
    id: 'completed-payment-not-expired',
    family: 'rule',
    requirement: `${operation}.expired`,
    refuses: ({ world, subject: { incomingPayment } }) =>
      incomingPayment !== undefined && incomingPayment.expiresAt <= world.now() && !incomingPayment.completed
        ? badRequest('The incoming payment has expired, so it cannot be completed')
        : undefined,
  },
]

export const getIncomingPayment: ServedRoute<'get-incoming-payment'> = {
  operation: 'get-incoming-payment',
  method: 'get',
  path: '/incoming-payments/:id',
  subject: ({ world, id }) => {
    const incomingPayment = world.behaviour.requests.find(
      'id-of-incoming-payment',
      id,
      world.incomingPayments,
    )
    return { incomingPayment, wallet: incomingPayment?.wallet }
  },
  guards: [...tokenGuards, ...signatureGuards, rightRead, ...incomingPaymentIdGuards],
  work: ({ world, operation, subject, token }) => {
    const payment = assured(subject.incomingPayment, 'an incoming payment')
    if (!token || !mayDoWith(world, token, operation, payment))
      return world.behaviour.incomingPayments.showToStranger(payment)
    return world.behaviour.incomingPayments.showToReader(payment)
  },
}

export const listIncomingPayments: ServedRoute<'list-incoming-payments'> = listRoute({
  operation: 'list-incoming-payments',
  path: '/incoming-payments',
  leavesOut: ['methods'],
  store: (world) => world.incomingPayments,
  show: (world, payment) => world.behaviour.incomingPayments.show(payment),
})

export const postIncomingPayment: ServedRoute<'create-incoming-payment'> = {
  operation: 'create-incoming-payment',
  method: 'post',
  path: '/incoming-payments',
  subject: incomingSubject,
  guards: [
    ...tokenGuards,
    ...signatureGuards,
    rightCreate,
    rightWalletCreate,
    ...incomingBodyGuards,
    ...incomingRuleGuards,
  ],
  work: ({ world, subject, token }) => {
    const order = assured(incomingOrder(subject), 'the fields of an incoming payment')
    const payment = world.behaviour.incomingPayments.make(order, token?.client)
    const methods = world.behaviour.incomingPayments.showMethods(payment)
    return answer(201, { ...world.behaviour.incomingPayments.show(payment), methods })
  },
}

/** Completes an incoming payment. The response has no methods, because nobody may pay any more. */
export const postCompletion: ServedRoute<'complete-incoming-payment'> = {
  operation: 'complete-incoming-payment',
  method: 'post',
  path: '/incoming-payments/:id/complete',
  leavesOut: ['methods'],
  subject: getIncomingPayment.subject,
  guards: [...tokenGuards, ...signatureGuards, rightCreate, ...completionGuards],
  work: ({ world, subject }) => {
    const payment = assured(subject.incomingPayment, 'an incoming payment')
    world.behaviour.incomingPayments.complete(payment)
    return answer(200, world.behaviour.incomingPayments.show(payment))
  },
}

const isAnonymous = ({ request }: Context): boolean => !request.headers.has('authorization')

const unlessAnonymous = (guard: Guard): Guard => ({
  ...guard,
  refuses: (context) => (isAnonymous(context) ? undefined : guard.refuses(context)),
})

/**
 * Serves the public form to requests without a token, signed or not. A request with a token must pass the usual guards.
 */
export const getIncomingPaymentOrPublicForm: ServedRoute<'get-incoming-payment'> = {
  ...getIncomingPayment,
  isForAnyone: true,
  guards: getIncomingPayment.guards.map((guard) =>
    guard.family === 'token' || guard.family === 'signature' ? unlessAnonymous(guard) : guard,
  ),
  work: (context) => {
    const { world, subject } = context
    if (!isAnonymous(context)) return getIncomingPayment.work(context)
    return world.behaviour.incomingPayments.showToAnyone(
      assured(subject.incomingPayment, 'an incoming payment'),
    )
  },
}
