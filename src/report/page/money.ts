import type { RunEvent } from '../../core/events.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { longestText } from '../../http/answers/lightened.ts'
import { plural } from '../counts.ts'
import { type Block, code, paragraph, type Section, section, toned } from '../document/document.ts'
import { durationInWords } from '../durations.ts'
import type { RunView } from '../view.ts'

/**
 * Shows how the amounts of payments changed during the run, and draws those that are odd: they fell, or a broken claim is
 * about their payment. Returns nothing if no amount changed.
 */
export function moneySection({ events }: RunView): Section[] {
  const broken = brokenIn(events)
  const moved = [...amountsIn(events)].filter(([, { points }]) => points.length > 1)
  if (moved.length === 0) return []
  const odd = moved.filter(([id, amount]) => fell(amount) || broken.has(id))
  const shown = odd.sort(([, a], [, b]) => b.points.length - a.points.length).slice(0, mostShown)
  const items = shown.map(([id, amount]) => ({
    text: [`${inWords(amount)} `, code(id)],
    blocks: [chart(amount)],
  }))
  const lead = toned(
    'faint',
    `${plural(moved.length, 'payment')} changed while the run looked. ${ofOdd(odd.length)}`,
  )
  const list = items.length > 0 ? [{ kind: 'list' as const, items }] : []
  return [{ ...section('Money that moved', paragraph(lead), ...list), id: 'money' }]
}

const ofOdd = (count: number): string => {
  if (count === 0) return 'No amount fell, and no broken claim is about one of them.'
  const which = 'fell, or a broken claim is about it'
  return count > mostShown
    ? `Of ${count}, the amount ${which}; these ${mostShown} changed most often.`
    : `Of ${count}, the amount ${which}:`
}

const fell = ({ points }: MoneySeen): boolean =>
  points.some(({ value }, index) => value < (points[index - 1]?.value ?? 0n))

/** The ids of the resources that broken claims are about. */
const brokenIn = (events: Iterable<RunEvent>): Set<string> => {
  const found = new Set<string>()
  for (const event of events)
    if (event.type === 'observation' && event.outcome === 'broken' && event.resource)
      found.add(event.resource)
  return found
}

const mostShown = 12

interface MoneySeen {
  name: 'sentAmount' | 'receivedAmount'
  asset: string
  /** Each value with the time at which it was first seen, in order. */
  points: Array<{ at: number; value: bigint }>
}

/** Collects the amounts that the server showed, by the id of the payment. */
const amountsIn = (events: Iterable<RunEvent>): Map<string, MoneySeen> => {
  const seen = new Map<string, MoneySeen>()
  for (const event of events) {
    const text = event.type === 'exchange' ? event.response?.body : undefined
    if (event.type !== 'exchange' || !text || !/"(?:sent|received)Amount"/.test(text)) continue
    // Shorter responses contain the same amounts. Parsing a hundred responses of this length takes a minute.
    if (text.length > longestText) continue
    const body = parseJson(text)
    const resources = isObject(body) && Array.isArray(body['result']) ? body['result'] : [body]
    for (const resource of resources) addTo(seen, resource, Date.parse(event.at) + event.milliseconds)
  }
  return seen
}

const addTo = (seen: Map<string, MoneySeen>, resource: unknown, at: number): void => {
  if (!isObject(resource) || typeof resource['id'] !== 'string') return
  for (const name of ['sentAmount', 'receivedAmount'] as const) {
    const amount = resource[name]
    if (!isObject(amount) || typeof amount['value'] !== 'string' || !/^\d{1,20}$/.test(amount['value']))
      continue
    const value = BigInt(amount['value'])
    const known = seen.get(resource['id']) ?? {
      name,
      asset: `${amount['assetCode']}/${amount['assetScale']}`,
      points: [],
    }
    if (known.points.at(-1)?.value !== value) known.points.push({ at, value })
    seen.set(resource['id'], known)
  }
}

const inWords = ({ name, asset, points }: MoneySeen): string => {
  const [first, last] = [points[0], points.at(-1)]
  const most = points.reduce((before, { value }) => (value > before ? value : before), 0n)
  const between = most === last?.value || most === first?.value ? '' : ` to ${most}`
  return `${name} ${first?.value}${between} to ${last?.value} ${asset} in ${durationInWords((last?.at ?? 0) - (first?.at ?? 0))}`
}

const width = 100
const height = 24

/** Draws the values as a line in steps. */
const chart = ({ points }: MoneySeen): Block => {
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
