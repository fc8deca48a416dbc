import { isObject } from './answers.ts'

/** Another value of the same form, `times` away from the right one; of totals a smaller one, of updates an earlier one. */
export function moved(path: readonly string[], right: unknown, times: number): unknown {
  const name = path.at(-1) ?? ''
  if (name === 'metadata') return { ...Object(right), moved: times }
  if (isObject(right)) return { ...right, value: movedCount(name, right['value'], times) }
  if (typeof right === 'boolean') return times % 2 === 1 ? !right : right
  if (typeof right === 'number') return right + 1
  if (typeof right !== 'string') return right
  if (name === 'value') return movedCount(path.at(-2) ?? '', right, times)
  if (name.endsWith('At')) return movedTime(name, right, times)
  return movedText(name, right, times)
}

const totals = ['sentAmount', 'receivedAmount']

const movedCount = (amount: string, value: unknown, times: number): string => {
  const count = BigInt(String(value)) + BigInt(totals.includes(amount) ? -times : times)
  return String(count < 0n ? 0n : count)
}

const movedTime = (name: string, right: string, times: number): string =>
  new Date(Date.parse(right) + times * (name === 'updatedAt' ? -60_000 : 1000)).toISOString()

const movedText = (name: string, right: string, times: number): string => {
  if (name === 'assetCode') return 'XTS'
  if (name === 'method') return 'card'
  if (name === 'walletAddress') return `${right}-${times}`
  return right.replace(/.$/, (last) => otherDigit(last, times))
}

/** Never the same one: an id ends in a hexadecimal digit. */
const otherDigit = (digit: string, times: number): string =>
  ((Number.parseInt(digit, 16) + 1 + ((times - 1) % 15)) % 16).toString(16)
