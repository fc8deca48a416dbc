import { plural } from '../counts.ts'
import { anchored, type Block, code, paragraph, type Section, toned } from '../document/document.ts'
import { durationInWords } from '../durations.ts'
import type { MovedMoney } from '../money-seen.ts'
import type { RunView } from '../view.ts'

/**
 * Shows how the amounts of payments changed during the run, and draws those that are odd: they fell, or a broken claim is
 * about their payment. Returns nothing if no amount changed.
 */
export function moneySection({ moved }: RunView): Section[] {
  if (moved.length === 0) return []
  const odd = moved.filter(({ isOdd }) => isOdd)
  const shown = odd.sort((a, b) => b.points.length - a.points.length).slice(0, mostShown)
  const items = shown.map((amount) => ({
    text: [`${inWords(amount)} `, code(amount.id)],
    blocks: [chart(amount)],
  }))
  const lead = toned(
    'faint',
    `${plural(moved.length, 'payment')} changed while the run looked. ${ofOdd(odd.length)}`,
  )
  const list = items.length > 0 ? [{ kind: 'list' as const, items }] : []
  return [anchored('money', 'Money that moved', paragraph(lead), ...list)]
}

const ofOdd = (count: number): string => {
  if (count === 0) return 'No amount fell, and no broken claim is about one of them.'
  const which = 'fell, or a broken claim is about it'
  return count > mostShown
    ? `Of ${count}, the amount ${which}; these ${mostShown} changed most often.`
    : `Of ${count}, the amount ${which}:`
}

const mostShown = 12

const inWords = ({ name, asset, points }: MovedMoney): string => {
  const [first, last] = [points[0], points.at(-1)]
  const most = points.reduce((before, { value }) => (value > before ? value : before), 0n)
  const between = most === last?.value || most === first?.value ? '' : ` to ${most}`
  return `${name} ${first?.value}${between} to ${last?.value} ${asset} in ${durationInWords((last?.at ?? 0) - (first?.at ?? 0))}`
}

const width = 100
const height = 24

/** Draws the values as a line in steps. */
const chart = ({ points }: MovedMoney): Block => {
  const times = points.map(({ at }) => at)
  const values = points.map(({ value }) => Number(value))
  const x = scale(times, width)
  const y = scale(values, height)
  const line = points.map(({ at, value }) => [x(at), height - y(Number(value))] as const)
  return { kind: 'picture', width, height, marks: [], line }
}

const scale = (values: readonly number[], size: number): ((value: number) => number) => {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return (value) => Math.round(((value - least) / Math.max(most - least, 1)) * size * 10) / 10
}
