import type { Shown } from '../../core/answer.ts'
import { type Fault, fault } from '../fault.ts'
import { failingAt } from '../refusing-too-much.ts'
import { misstated } from '../server-errors.ts'

const operation = 'complete-incoming-payment'

const saysSo = (shown: unknown): Shown => ({ ...Object(shown), completed: true })

export const completionFaults: readonly Fault[] = [
  {
    ...fault(
      'completion-does-nothing',
      `${operation}.completed`,
      'Completing an incoming payment succeeds, but changes nothing',
      () => ({ complete: () => {} }),
    ),
    // What is done already is not changed by the strict mock either.
    never: ['state-done'],
  },
  {
    ...fault(
      'completion-only-said',
      `${operation}.reads`,
      'The response to a completion shows completed as true, but later reads show false',
      ({ answered }) => ({
        complete: () => {},
        answered: (answer, of) => {
          const whole = answered(answer, of)
          return of === operation ? { ...whole, body: saysSo(whole.body) } : whole
        },
      }),
    ),
    operations: [operation],
  },
  {
    ...fault(
      'completion-not-in-lists',
      `${operation}.reads`,
      'Lists show an incoming payment that a client completed as not completed, unless it is full',
      ({ answered, isFull, complete }) => {
        const urls = new Set<unknown>()
        return {
          complete: (world, payment) => {
            complete(world, payment)
            if (!isFull(payment)) urls.add(world.showIncomingPayment(world, payment).id)
          },
          answered: (answer, of) => {
            const whole = answered(answer, of)
            if (of !== 'list-incoming-payments') return whole
            const { result, ...page } = whole.body as { result: Shown[] }
            const items = result.map((item) => (urls.has(item.id) ? { ...item, completed: false } : item))
            return { ...whole, body: { ...page, result: items } }
          },
        }
      },
    ),
    operations: ['list-incoming-payments'],
    learns: ['complete'],
    contradicts: ['incoming-payment.completed.stays'],
  },
  misstated({
    id: 'payment-after-completion-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A payment into a completed incoming payment gets a 500',
    guards: ['payment-receiver-not-completed'],
    status: 500,
  }),
  failingAt(
    'completing-again-answered-500',
    [operation],
    'The second completion of an incoming payment gets a 500',
    ({ subject: { incomingPayment } }) => incomingPayment?.completed === true,
  ),
]
