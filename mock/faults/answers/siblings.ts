import type { Shown } from '../../core/answer.ts'
import { jsonOf } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import { cursorOf } from '../../lists/page.ts'
import { incomingPaymentUrl, quoteUrl, walletUrl } from '../../state/lookup.ts'
import type { Behaviour, World } from '../../state/world.ts'
import { isObject } from './answers.ts'

interface Asked {
  world: World
  behaviour: Behaviour
  operation: OperationId
  path: readonly string[]
}

/** Returns the first value that differs from the right one, or the right one if all are the same. */
export function anotherAmong(values: readonly unknown[], right: unknown): unknown {
  return values.find((value) => isAnother(value, right)) ?? right
}

/** Times less than a second apart count as the same. */
const isAnother = (value: unknown, right: unknown): boolean => {
  const [one, other] = [value, right].map((each) => (isTime(each) ? Date.parse(each) : Number.NaN))
  const apart = Math.abs(Number(one) - Number(other))
  return Number.isNaN(apart) ? jsonOf(value) !== jsonOf(right) : apart >= 1000
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[Tt]/.test(value)

/**
 * Returns the values that resources of the same kind have at a path, oldest first. The order is stable, so a fault that
 * shows another's id always shows the same one.
 */
export function siblingValues({ world, behaviour, operation, path }: Asked): unknown[] {
  const siblings = shownOf(world, behaviour, operation)
  return [...siblings.map((sibling) => valueAt(sibling, path)), ...otherKinds(world, operation, path)].filter(
    (value) => value !== undefined,
  )
}

const shownOf = (world: World, behaviour: Behaviour, operation: OperationId): Shown[] => {
  if (operation.includes('quote')) return [...world.quotes.all()].map(behaviour.quotes.show)
  return operation.includes('outgoing')
    ? [...world.outgoingPayments.all()].map(behaviour.outgoingPayments.show)
    : [...world.incomingPayments.all()].map(behaviour.incomingPayments.show)
}

const valueAt = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return value
  return isObject(value) ? valueAt(value[name], rest) : undefined
}

/**
 * Returns values from other collections, for fields that all resources of one kind may share, such as wallet addresses
 * and assets.
 */
const otherKinds = (world: World, operation: OperationId, path: readonly string[]): unknown[] => {
  const wallets = [...world.wallets.values()]
  switch (path.at(-1)) {
    case 'walletAddress':
      return wallets.map((wallet) => walletUrl(world, wallet))
    case 'receiver':
      return [...world.incomingPayments.all()].map((payment) => incomingPaymentUrl(world, payment))
    case 'quoteId':
      return [...world.quotes.all()].map((quote) => quoteUrl(world, quote))
    case 'assetCode':
      return wallets.map(({ asset }) => asset.assetCode)
    case 'assetScale':
      return wallets.map(({ asset }) => asset.assetScale)
    case 'startCursor':
    case 'endCursor':
      return cursorsIn(world, operation)
    case 'createdAt':
      return [...world.outgoingPayments.all()].map(({ createdAt }) =>
        world.behaviour.answers.showTime(createdAt),
      )
    case 'expiresAt':
      return [...world.incomingPayments.all()].map(({ expiresAt }) =>
        world.behaviour.answers.showTime(expiresAt),
      )
    default:
      return []
  }
}

const cursorsIn = (world: World, operation: OperationId): string[] => {
  const store = operation.includes('outgoing') ? world.outgoingPayments : world.incomingPayments
  return [...store.all()].map((each) => world.behaviour.lists.showCursor(cursorOf(each)))
}
