import type { Shown } from '../core/answer.ts'
import { jsonOf } from '../core/json.ts'
import type { OperationId } from '../core/operations.ts'
import { cursorOf } from '../lists/page.ts'
import { incomingPaymentUrl, quoteUrl, walletUrl } from '../state/lookup.ts'
import type { Behaviour, World } from '../state/world.ts'
import { isObject } from './answers.ts'

interface Others {
  /** Put in the place of the strict ones, to learn which world the answers are of. */
  shows: Partial<Behaviour>
  /** For one answer: a value of that field that is another resource's; the right one where all have the same. */
  valuesFor: (operation: OperationId) => (right: unknown) => unknown
}

/** What other resources of a mock have at a path. */
export function otherValues(replaced: Behaviour, path: readonly string[]): Others {
  let world: World | undefined
  const noting =
    <T>(show: (world: World, resource: T) => Shown): typeof show =>
    (of, resource) => {
      world = of
      return show(of, resource)
    }
  return {
    shows: {
      showQuote: noting(replaced.showQuote),
      showOutgoingPayment: noting(replaced.showOutgoingPayment),
      showIncomingPayment: noting(replaced.showIncomingPayment),
    },
    valuesFor: (operation) => {
      const values = world ? valuesIn(world, replaced, operation, path) : []
      return (right) => values.find((value) => isAnother(value, right)) ?? right
    },
  }
}

/** Times that are less than a second apart are the same. */
const isAnother = (value: unknown, right: unknown): boolean => {
  const [one, other] = [value, right].map((each) => (isTime(each) ? Date.parse(each) : Number.NaN))
  const apart = Math.abs(Number(one) - Number(other))
  return Number.isNaN(apart) ? jsonOf(value) !== jsonOf(right) : apart >= 1000
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[Tt]/.test(value)

/** Those of the same kind, the oldest first: whoever shows that one's id shows it again and again. */
const valuesIn = (
  world: World,
  behaviour: Behaviour,
  operation: OperationId,
  path: readonly string[],
): unknown[] => {
  const siblings = shownOf(world, behaviour, operation)
  return [...siblings.map((sibling) => valueAt(sibling, path)), ...otherKinds(world, operation, path)].filter(
    (value) => value !== undefined,
  )
}

const shownOf = (world: World, behaviour: Behaviour, operation: OperationId): Shown[] => {
  if (operation.includes('quote')) return shown(world, world.quotes.all(), behaviour.showQuote)
  if (operation.includes('outgoing'))
    return shown(world, world.outgoingPayments.all(), behaviour.showOutgoingPayment)
  return shown(world, world.incomingPayments.all(), behaviour.showIncomingPayment)
}

const shown = <T>(world: World, all: Iterable<T>, show: (world: World, resource: T) => Shown): Shown[] =>
  [...all].map((each) => show(world, each))

const valueAt = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return value
  return isObject(value) ? valueAt(value[name], rest) : undefined
}

/** Where all of a kind have the same, as may be with wallet addresses and assets. */
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
      return [...world.outgoingPayments.all()].map(({ createdAt }) => world.showTime(createdAt))
    case 'expiresAt':
      return [...world.incomingPayments.all()].map(({ expiresAt }) => world.showTime(expiresAt))
    default:
      return []
  }
}

const cursorsIn = (world: World, operation: OperationId): string[] => {
  const store = operation.includes('outgoing') ? world.outgoingPayments : world.incomingPayments
  return [...store.all()].map((each) => world.showCursor(cursorOf(each)))
}
