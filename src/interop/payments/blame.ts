import { type CellBlame, cellName, isAmiss, type PaymentCell } from './cell.ts'

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

interface Substituted {
  fails: boolean
  because: string[]
}

/**
 * Judges one of the two by cells in which the other one is replaced, by somebody else or by itself. It is at fault if
 * it fails alone, or if it fails with everybody else although some of these succeed with others.
 */
const substituted = (
  same: readonly PaymentCell[],
  isIts: (one: PaymentCell) => boolean,
  name: string,
): Substituted => {
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
