import { withBlame } from './blame.ts'
import { type PaymentCase, type PaymentCell, paymentCases } from './cell.ts'
import type { PayingWorld } from './pay.ts'
import { payCase } from './pay.ts'
import type { PaymentSide } from './side.ts'

/** Number of unanswered cases after which no more requests are sent to a server. */
const patience = 2

/** Tries every case from every server to every server, one after the other, and attributes each failure. */
export async function payAll(
  sides: readonly PaymentSide[],
  world: PayingWorld & { signal: AbortSignal; told: (cell: PaymentCell) => void },
): Promise<PaymentCell[]> {
  const cells: PaymentCell[] = []
  const isSilent = ({ name }: PaymentSide): boolean => cells.filter(isUnanswered(name)).length >= patience
  for (const sender of sides) {
    for (const receiver of sides) {
      for (const kind of paymentCases) {
        if (world.signal.aborted) return withBlame(cells)
        const silent = [sender, receiver].find(isSilent)
        const cell = silent
          ? unasked(sender, receiver, kind, silent)
          : await payCase(sender, receiver, kind, world)
        cells.push(cell)
        world.told(cell)
      }
    }
  }
  return withBlame(cells)
}

const isUnanswered =
  (name: string) =>
  ({ status, steps }: PaymentCell): boolean =>
    status === 'not judged' && steps.at(-1)?.at === name

const unasked = (
  sender: PaymentSide,
  receiver: PaymentSide,
  kind: PaymentCase,
  { name }: PaymentSide,
): PaymentCell => ({
  sender: sender.name,
  receiver: receiver.name,
  case: kind,
  status: 'not judged',
  why: `${name}: not asked, because it did not answer in ${patience} cases before`,
  steps: [],
})
