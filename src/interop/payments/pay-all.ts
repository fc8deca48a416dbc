import {
  type CellBlame,
  cellName,
  isAmiss,
  type PaymentCase,
  type PaymentCell,
  paymentCases,
} from './cell.ts'
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

/** Attributes what went amiss to a server, by what the step shows and by how the same two servers do with others. */
export function withBlame(cells: readonly PaymentCell[]): PaymentCell[] {
  return cells.map((cell) => (isAmiss(cell) ? { ...cell, blame: blameOf(cell, cells) } : cell))
}

const blameOf = (cell: PaymentCell, cells: readonly PaymentCell[]): CellBlame => {
  const evidence = cell.broken ? [`${cell.broken.step} at ${cell.broken.at}: ${cell.broken.got}`] : []
  if (cell.broken?.alone)
    return {
      verdict: cell.broken.at === cell.sender ? 'sender' : 'receiver',
      because: [...evidence, 'its own answer shows it, whoever the other server is'],
    }
  if (cell.sender === cell.receiver && (cell.broken?.at ?? cell.sender) === cell.sender)
    return { verdict: 'sender', because: [...evidence, `${cell.sender} pays itself: nobody else takes part`] }
  const same = cells.filter((one) => one.case === cell.case && one !== cell)
  const sender = substituted(same, ({ sender: name }) => name === cell.sender, cell.sender)
  const receiver = substituted(same, ({ receiver: name }) => name === cell.receiver, cell.receiver)
  const verdict =
    sender.fails && receiver.fails
      ? 'both'
      : sender.fails
        ? 'sender'
        : receiver.fails
          ? 'receiver'
          : 'only together'
  return { verdict, because: [...evidence, ...sender.because, ...receiver.because] }
}

/**
 * Judges one of the two by cells in which the other one is replaced, by somebody else or by itself. It is at fault if
 * it fails alone, or if it fails with everybody else although some of these succeed with others.
 */
const substituted = (
  same: readonly PaymentCell[],
  isIts: (one: PaymentCell) => boolean,
  name: string,
): { fails: boolean; because: string[] } => {
  const alone = same.find((one) => one.sender === name && one.receiver === name)
  if (alone && isAmiss(alone)) return { fails: true, because: [`${cellName(alone)} fails too`] }
  const others = same.filter((one) => isIts(one) && one !== alone && isJudged(one))
  const bad = others.filter(isAmiss)
  const worksWithout = same.some(
    (one) =>
      one.status === 'passed' && one.sender !== one.receiver && one.sender !== name && one.receiver !== name,
  )
  if (others.length > 0 && bad.length === others.length && worksWithout)
    return { fails: true, because: [`${bad.map(cellName).join('; ')} fail too, and others pay each other`] }
  const good = [alone, ...others].filter((one) => one?.status === 'passed').flatMap((one) => one ?? [])
  return { fails: false, because: good.slice(0, 1).map((one) => `${cellName(one)} passes`) }
}

const isJudged = (cell: PaymentCell): boolean => cell.status === 'passed' || isAmiss(cell)
