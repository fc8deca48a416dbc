import { withBlame } from './blame.ts'
import { type PaymentCase, type PaymentCell, paymentCases } from './cell.ts'
import { payCase } from './pay.ts'
import type { PaymentSide } from './side.ts'
import type { PayingWorld } from './watch.ts'

/** Number of unanswered cases after which no more requests are sent to a server. */
const patience = 2

/** Tries every case from every server to every server, one after the other, and attributes each failure. */
export async function payAll(
  sides: readonly PaymentSide[],
  world: PayingWorld & { signal: AbortSignal; told: (cell: PaymentCell) => void },
): Promise<PaymentCell[]> {
  const cells: PaymentCell[] = []
  const silences: string[] = []
  const isSilent = ({ name }: PaymentSide): boolean =>
    silences.filter((one) => one === name).length >= patience
  for (const sender of sides) {
    for (const receiver of sides) {
      const ofPair: PaymentCell[] = []
      for (const kind of paymentCases) {
        if (world.signal.aborted) return withBlame(cells)
        const quiet = [sender, receiver].find(isSilent)
        const arrived = ofPair.some(({ status }) => status === 'passed')
        const { cell, silent } = quiet
          ? { cell: unasked(sender, receiver, kind, quiet), silent: undefined }
          : await payCase(sender, receiver, kind, { ...world, arrived, sides })
        if (silent !== undefined) silences.push(silent)
        ofPair.push(cell)
        cells.push(cell)
        world.told(cell)
      }
    }
  }
  return withBlame(cells)
}

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
