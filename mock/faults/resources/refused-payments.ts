import type { Override } from '../../changes/change.ts'
import { replacing } from '../../changes/replacing.ts'
import { amountOf } from '../../core/amounts.ts'
import { type Family, families } from '../../core/answer.ts'
import type { ServedRoute } from '../../http/route.ts'
import { createOutgoingPayment, receiverOf } from '../../outgoing-payments/create.ts'
import { paymentOrder } from '../../outgoing-payments/subject.ts'
import type { GrantSpent } from '../../state/ledger.ts'
import { tokenOf } from '../../state/lookup.ts'
import type { Access, IncomingPayment, Token } from '../../state/resources.ts'
import type { Behaviour, Context, NamedRefusal, World } from '../../state/world.ts'
import type { Defect, Fault } from '../fault.ts'

/** Returns the context of a refusal that leaves the trace, or undefined for any other refusal. */
type Meant = (refusal: NamedRefusal) => Context | undefined

/** An effect of refused payments that is not an immediate new payment. It appears later, or elsewhere. */
interface Trace extends Pick<Fault, 'breaks' | 'says' | 'learns'> {
  /** The only reasons whose refusals can leave this trace. If they are given, no fault covers all reasons together. */
  only?: readonly Reason[]
  override: (meant: Meant) => Override
}

/**
 * The families of guards, of which some guards stand alone: digests are among those of the signature, and what a payment
 * exceeds among the rules.
 */
type Reason = Family | 'digest' | 'room' | 'limit'
const reasons: readonly Reason[] = [...families, 'digest']

/** Does additional work whenever a payment is refused. */
const whenRefused =
  (work: (world: World, context: Context) => void): Trace['override'] =>
  (meant) =>
    replacing('answers', 'refused', {
      by: (refused, world) => (refusal) => {
        const context = meant(refusal)
        if (context) work(world, context)
        return refused(refusal)
      },
    })

/** The delay in milliseconds. */
const later = 500

/** Simulates a queue that still processes a payment after its sender was refused. */
const madeLater: Trace['override'] =
  (meant) =>
  ({ answers: { refused }, lists: { items } }, world) => {
    const waiting: Array<{ due: number; make: () => void }> = []
    const workOff = (): void => {
      while (waiting[0] && waiting[0].due <= world.now()) waiting.shift()?.make()
    }
    return {
      answers: {
        refused: (refusal) => {
          const context = meant(refusal)
          const order = context && paymentOrder(context.subject)
          if (context && order) {
            const token = context.token ?? tokenOf(world, order.wallet)
            const make = (): void => void createOutgoingPayment(world, order, token)
            waiting.push({ due: world.now() + later, make })
          }
          return refused(refusal)
        },
      },
      lists: {
        items: (store, wallet, token) => {
          workOff()
          return items(store, wallet, token)
        },
      },
    }
  }

/** The amounts that refused payments would have debited, by token. */
interface RefusedSum {
  refused: Behaviour['answers']['refused']
  of: (by: Token | Access) => bigint
}

const counting = (meant: Meant, { answers: { refused } }: Behaviour): RefusedSum => {
  const sums = new Map<Token, bigint>()
  const isOf = (token: Token, by: Token | Access): boolean =>
    token === by || token.access?.some((item) => item === by) === true
  return {
    of: (by) => [...sums].reduce((all, [token, sum]) => (isOf(token, by) ? all + sum : all), 0n),
    refused: (refusal) => {
      const { token, subject } = meant(refusal) ?? {}
      const debit = subject?.quote?.debitAmount ?? subject?.debitAmount
      if (token && debit) sums.set(token, (sums.get(token) ?? 0n) + debit.value)
      return refused(refusal)
    },
  }
}

const spendsLimit: Trace['override'] = (meant) => (behaviour) => {
  const { refused, of } = counting(meant, behaviour)
  return {
    answers: { refused },
    grants: {
      allowance: (by) => {
        const left = behaviour.grants.allowance(by)
        return left === undefined ? undefined : left - of(by)
      },
    },
  }
}

const takesRoom: Trace['override'] =
  (meant) =>
  ({ answers: { refused }, incomingPayments: { room }, outgoingPayments: { amounts } }) => {
    const taken = new Map<IncomingPayment, bigint>()
    const takenFrom = (receiver: IncomingPayment): bigint => taken.get(receiver) ?? 0n
    return {
      answers: {
        refused: (refusal) => {
          const order = paymentOrder(meant(refusal)?.subject ?? {})
          const receiver = order && receiverOf(order)
          if (receiver) taken.set(receiver, takenFrom(receiver) + amounts(order).receive)
          return refused(refusal)
        },
      },
      incomingPayments: {
        room: (receiver) => {
          const left = room(receiver)
          return left && left - takenFrom(receiver)
        },
      },
    }
  }

const showsAsSpent: Trace['override'] = (meant) => (behaviour) => {
  const { refused, of } = counting(meant, behaviour)
  const { spentBy, shownSpent } = behaviour.grants
  const more = (spent: GrantSpent | undefined, token: Token): typeof spent =>
    spent && {
      ...spent,
      debitAmount: amountOf(spent.debitAmount.value + of(token), spent.debitAmount),
    }
  return {
    answers: { refused },
    grants: {
      spentBy: (token) => more(spentBy(token), token),
      shownSpent: (payment) => more(shownSpent(payment), payment.token),
    },
  }
}

/** Reasons for which the request still has a token and an amount, whatever else is wrong. */
const namingTokenAndAmount: readonly Reason[] = ['signature', 'digest', 'rule']

const traces: Readonly<Record<string, Trace>> = {
  'refused-payment-delivered': {
    breaks: 'incoming-payment.received-amount.nothing-refused',
    says: 'The receiver of a refused payment receives its amount',
    override: whenRefused((world, { subject: { receiver, debitAmount } }) => {
      if (receiver?.kind !== 'open') return
      const { receivedAmount } = receiver
      receiver.receivedAmount = amountOf(receivedAmount.value + (debitAmount?.value ?? 1n), receivedAmount)
      receiver.updatedAt = world.now()
    }),
  },
  'refused-payment-uses-up-its-quote': {
    breaks: 'create-outgoing-payment.refused.quote-left',
    says: 'A refused payment uses up its quote',
    override: whenRefused(({ ledger }, { subject: { quote } }) => {
      if (quote) ledger.paid.add(quote)
    }),
  },
  'refused-payment-made-later': {
    breaks: 'create-outgoing-payment.refused.nothing-created',
    says: 'A refused payment is created half a second later',
    learns: ['lists.items'],
    override: madeLater,
  },
  'refused-payment-spends-its-limit': {
    breaks: 'create-outgoing-payment.refused.limit-left',
    says: 'Refused payments count towards the limit of their token',
    // Other rules refuse payments whose amount cannot count.
    only: ['signature', 'digest', 'limit'],
    learns: ['grants.allowance'],
    override: spendsLimit,
  },
  'refused-payment-takes-room': {
    breaks: 'create-outgoing-payment.refused.quote-left',
    says: 'A refused payment takes the room that its receiver has left',
    only: ['room'],
    learns: ['incomingPayments.room'],
    override: takesRoom,
  },
  'refused-payment-counts-as-spent': {
    breaks: 'outgoing-payment.grant-spent-debit-amount.rises',
    says: 'Refused payments count in grantSpentDebitAmount',
    only: namingTokenAndAmount,
    learns: ['grants.spentBy', 'grants.shownSpent'],
    override: showsAsSpent,
  },
}

const reasonOf = (family: Family, guard: string): Reason => {
  if (guard.startsWith('digest-')) return 'digest'
  if (guard === 'payment-receiver-room') return 'room'
  return guard.startsWith('payment-token-limit') ? 'limit' : family
}

/** Returns the faults of every trace: one that any refusal of a payment leaves, and one for each family of reasons. */
export function refusedPaymentFaults(routes: readonly ServedRoute[]): Defect[] {
  const guards = routes.find(({ operation }) => operation === 'create-outgoing-payment')?.guards ?? []
  const byGuard = new Map(guards.map(({ id, family }) => [id, reasonOf(family, id)]))
  const meant =
    (only?: Reason): Meant =>
    ({ guard, context }) => {
      const reason = byGuard.get(guard)
      if (context?.operation !== 'create-outgoing-payment' || reason === undefined) return undefined
      return only === undefined || reason === only ? context : undefined
    }
  const leaving = (id: string, { override, only: _, ...trace }: Trace, reason?: Reason): Defect => ({
    ...trace,
    id,
    operations: ['create-outgoing-payment'],
    // An empty body names no payment.
    never: ['body-empty'],
    guards: [...byGuard].filter(([, its]) => reason === undefined || its === reason).map(([id]) => id),
    override: override(meant(reason)),
  })
  return Object.entries(traces).flatMap(([id, trace]): Defect[] => [
    ...(trace.only ? [] : [leaving(id, trace)]),
    ...(trace.only ?? reasons).map(
      (reason): Defect => ({
        ...leaving(`${id}:${reason}`, trace, reason),
        says: `${trace.says}, if the refusal is about the ${reason}`,
        source: 'guard',
      }),
    ),
  ])
}
