import type { ExchangeEvent, RunEvent } from '../core/events.ts'
import { isObject, parseJson } from '../core/json.ts'
import { longestText } from '../http/answers/lightened.ts'

/** An amount of a payment that changed while the run looked. */
export interface MovedMoney {
  /** The id of the payment. */
  id: string
  name: 'sentAmount' | 'receivedAmount'
  asset: string
  /** Each value with the time at which it was first seen, in order. */
  points: Array<{ at: number; value: bigint }>
  /** Set if the amount fell, or a broken claim is about its payment. */
  isOdd: boolean
}

type MoneySeen = Omit<MovedMoney, 'id' | 'isOdd'>

export function createMoneySeen() {
  const amounts = new Map<string, MoneySeen>()
  const broken = new Set<string>()
  return {
    add: (event: RunEvent): void => {
      if (event.type === 'exchange') addExchange(amounts, event)
      if (event.type === 'observation' && event.outcome === 'broken' && event.resource)
        broken.add(event.resource)
    },
    seen: (): { moved: MovedMoney[] } => ({
      moved: [...amounts]
        .filter(([, { points }]) => points.length > 1)
        .map(([id, amount]) => ({ id, ...amount, isOdd: fell(amount) || broken.has(id) })),
    }),
  }
}

const fell = ({ points }: MoneySeen): boolean =>
  points.some(({ value }, index) => value < (points[index - 1]?.value ?? 0n))

const addExchange = (seen: Map<string, MoneySeen>, { response, at, milliseconds }: ExchangeEvent): void => {
  const text = response?.body
  if (!text || !/"(?:sent|received)Amount"/.test(text)) return
  // Shorter responses contain the same amounts. Parsing a hundred responses of this length takes a minute.
  if (text.length > longestText) return
  const body = parseJson(text)
  const resources = isObject(body) && Array.isArray(body['result']) ? body['result'] : [body]
  for (const resource of resources) addTo(seen, resource, Date.parse(at) + milliseconds)
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
