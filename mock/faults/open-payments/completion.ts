import type { Shown } from '../../core/answer.ts'
import type { Step } from '../../state/ledger.ts'
import type { IncomingPayment } from '../../state/resources.ts'
import { type Fault, fault } from '../fault.ts'
import { toReceiver } from '../processing.ts'
import { failingAt } from '../refusing-too-much.ts'

const operation = 'complete-incoming-payment'

const saysSo = (shown: unknown): Shown => ({ ...Object(shown), completed: true })

/** An incoming payment that takes payments although it was completed. */
const payable = (step: Step, completed: WeakSet<IncomingPayment>): Step =>
  completed.has(step.payment.receiver) ? toReceiver(step, { completed: false }) : step

export const completionFaults: readonly Fault[] = [
  fault(
    'completion-does-nothing',
    `${operation}.completed`,
    'The completion of an incoming payment is answered, and nothing is completed',
    () => ({ complete: () => {} }),
  ),
  fault(
    'completion-only-said',
    `${operation}.reads`,
    'The answer to a completion says completed, which no read says afterwards',
    ({ answered }) => ({
      complete: () => {},
      answered: (answer, of) => {
        const whole = answered(answer, of)
        return of === operation ? { ...whole, body: saysSo(whole.body) } : whole
      },
    }),
  ),
  fault(
    'completion-not-in-lists',
    `${operation}.reads`,
    'Lists show incoming payments that were completed as if they were not, unless they are full',
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
  fault(
    'completed-on-request-paid',
    'incoming-payment.completed.no-payments',
    'An incoming payment that a client completed is paid all the same',
    ({ complete, canGoOn }) => {
      const completed = new WeakSet<IncomingPayment>()
      return {
        complete: (world, payment) => {
          complete(world, payment)
          completed.add(payment)
        },
        canGoOn: (step) => canGoOn(payable(step, completed)),
      }
    },
    ['payment-receiver-not-completed'],
  ),
  failingAt(
    'completing-again-answered-500',
    [operation],
    'The completion of what has completed brings the server down',
    ({ subject: { incomingPayment } }) => incomingPayment?.completed === true,
  ),
]
