import { withBlame } from './blame.ts'
import { isAmiss, type PaymentCase, type PaymentCell, paymentCases } from './cell.ts'
import { payCase } from './pay.ts'
import type { PaymentSide } from './side.ts'
import type { PayingWorld } from './watch.ts'

/** Number of unanswered cases after which no more requests are sent to a server. */
const patience = 2

type Telling = PayingWorld & { signal: AbortSignal; told: (cell: PaymentCell) => void }

/** Tries every case from every server to every server, one after the other, and attributes each failure. */
export async function payAll(sides: readonly PaymentSide[], world: Telling): Promise<PaymentCell[]> {
  const cells = await payEach(sides, world)
  return withBlame(await payAtOnce(cells, sides, world))
}

const payEach = async (sides: readonly PaymentSide[], world: Telling): Promise<PaymentCell[]> => {
  const cells: PaymentCell[] = []
  const silences: string[] = []
  const isSilent = ({ name }: PaymentSide): boolean =>
    silences.filter((one) => one === name).length >= patience
  for (const sender of sides) {
    for (const receiver of sides) {
      const ofPair: PaymentCell[] = []
      for (const kind of paymentCases) {
        if (world.signal.aborted) return cells
        const quiet = [sender, receiver].find(isSilent)
        const arrived = ofPair.some(({ status }) => status === 'passed')
        const { cell, silent } = quiet
          ? { cell: unasked(sender, receiver, kind, quiet), silent: undefined }
          : await payCase(sender, receiver, kind, { ...world, arrived, sides, atOnce: false })
        if (silent !== undefined) silences.push(silent)
        ofPair.push(cell)
        cells.push(cell)
        world.told(cell)
      }
    }
  }
  return cells
}

/**
 * Tries two payers again where that went well, with both payments at once: whether too much arrives may depend on how close
 * together they are. No other case needs the receivers any more.
 */
const payAtOnce = async (
  cells: readonly PaymentCell[],
  sides: readonly PaymentSide[],
  world: Telling,
): Promise<PaymentCell[]> => {
  const again: PaymentCell[] = []
  for (const cell of cells) {
    const sender = sides.find(({ name }) => name === cell.sender)
    const receiver = sides.find(({ name }) => name === cell.receiver)
    const isTried = cell.case === 'two payers' && cell.status === 'passed' && !world.signal.aborted
    const setting = { ...world, arrived: true, sides, atOnce: true }
    const second = isTried && sender && receiver && (await payCase(sender, receiver, cell.case, setting)).cell
    const worse = second && isAmiss(second) ? { ...second, why: 'with both payments at once' } : undefined
    if (worse) world.told(worse)
    again.push(worse ?? cell)
  }
  return again
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
