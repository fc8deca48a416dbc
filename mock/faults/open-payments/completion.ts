import type { Shown } from '../../core/answer.ts'
import { misstated } from '../answers/statuses.ts'
import { type Defect, faultBy } from '../fault.ts'
import { failingAt } from '../requests/too-much.ts'

const operation = 'complete-incoming-payment'

export const completionFaults: readonly Defect[] = [
  faultBy('incomingPayments', 'complete', {
    id: 'completion-does-nothing',
    breaks: `${operation}.completed`,
    says: 'Completing an incoming payment succeeds, but changes nothing',
    // The strict mock does not change a completed incoming payment either, so the fault cannot show.
    never: ['state-done'],
    by: () => () => {},
  }),
  {
    id: 'completion-only-said',
    breaks: `${operation}.reads`,
    says: 'The response to a completion shows completed as true, but later reads show false',
    operations: [operation],
    override: ({ answers: { answered } }) => ({
      incomingPayments: { complete: () => {} },
      answers: {
        answered: (answer, of) => {
          const whole = answered(answer, of)
          return of === operation ? { ...whole, body: { ...Object(whole.body), completed: true } } : whole
        },
      },
    }),
  },
  {
    id: 'completion-not-in-lists',
    breaks: `${operation}.reads`,
    says: 'Lists show an incoming payment that a client completed as not completed, unless it is full',
    operations: ['list-incoming-payments'],
    learns: ['incomingPayments.complete'],
    contradicts: ['incoming-payment.completed.stays'],
    override: ({ answers: { answered }, incomingPayments: { isFull, complete } }, world) => {
      const urls = new Set<unknown>()
      return {
        incomingPayments: {
          complete: (payment) => {
            complete(payment)
            if (!isFull(payment)) urls.add(world.behaviour.incomingPayments.show(payment).id)
          },
        },
        answers: {
          answered: (answer, of) => {
            const whole = answered(answer, of)
            if (of !== 'list-incoming-payments') return whole
            const { result, ...page } = whole.body as { result: Shown[] }
            const items = result.map((item) => (urls.has(item.id) ? { ...item, completed: false } : item))
            return { ...whole, body: { ...page, result: items } }
          },
        },
      }
    },
  },
  faultBy('incomingPayments', 'show', {
    id: 'completed-until-it-expires',
    breaks: 'incoming-payment.completed.stays',
    says: 'A completed incoming payment shows completed as false once it has expired',
    by: (show, world) => (payment) =>
      show({ ...payment, completed: payment.completed && payment.expiresAt > world.now() }),
  }),
  misstated({
    id: 'payment-after-completion-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A payment into a completed incoming payment gets a 500',
    guards: ['payment-receiver-not-completed'],
    status: 500,
  }),
  failingAt({
    id: 'completing-again-answered-500',
    says: 'The second completion of an incoming payment gets a 500',
    operations: [operation],
    isRefused: ({ subject: { incomingPayment } }) => incomingPayment?.completed === true,
  }),
]
