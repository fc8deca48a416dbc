import { type Asset, type ShownAmount, showAmount } from '../core/amounts.ts'
import { CannotDo } from '../core/errors.ts'
import { asAmount, type JsonObject } from '../core/json.ts'
import { durationOf, instantOf } from '../core/time.ts'
import type { AskedReceiver } from '../incoming-payments/from-fixture.ts'
import { shownResources } from '../live/resources.ts'
import { settle } from '../outgoing-payments/settle.ts'
import type { MockClock } from '../state/clock.ts'
import { walletUrl } from '../state/lookup.ts'
import { type OutgoingPayment, receiverKinds, type Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import type { Control } from './control.ts'
import { wholeNumber } from './reading.ts'

const keys = ['advance', 'set', 'freeze']

export const moveClock: Control = {
  method: 'post',
  path: '/clock',
  keys,
  work: ({ clock }, body) => {
    if (Object.keys(body).length !== 1) throw new CannotDo(`Give exactly one of ${keys.join(', ')}`)
    move(clock, body)
    return { now: new Date(clock.now()).toISOString() }
  },
}

const move = (clock: MockClock, { advance, set, freeze }: JsonObject): void => {
  if (advance !== undefined)
    clock.advance(read(durationOf, advance, 'advance is not a duration such as "65s"'))
  else if (set !== undefined)
    clock.set(read(instantOf, set, 'set is not a date-time such as "2026-01-01T12:00:00Z"'))
  else if (typeof freeze === 'boolean') clock.freeze(freeze)
  else throw new CannotDo('freeze is not true or false')
}

const read = (reader: (text: string) => number | undefined, value: unknown, mistake: string): number => {
  const found = typeof value === 'string' ? reader(value) : undefined
  if (found === undefined) throw new CannotDo(mistake)
  return found
}

export const resetWorld: Control = {
  method: 'post',
  path: '/reset',
  work: ({ clock, reset }) => {
    reset()
    return { now: new Date(clock.now()).toISOString() }
  },
}

export const makeReceiver: Control = {
  method: 'post',
  path: '/receivers',
  keys: ['kind', 'incomingAmount'],
  work: (controlled, body) => ({ url: controlled.makeReceiver(asked(body)) }),
}

const asked = ({ kind: named, incomingAmount }: JsonObject): AskedReceiver => {
  const kind = receiverKinds.find((each) => each === named)
  if (!kind) throw new CannotDo(`kind is not one of ${receiverKinds.join(', ')}`)
  if (incomingAmount === undefined) return { kind }
  const amount = asAmount(incomingAmount)
  if (!amount) throw new CannotDo('incomingAmount is not an Amount of value, assetCode and assetScale')
  return { kind, incomingAmount: amount }
}

/** The payments of a mock since it started, and what each wallet has paid and received. */
export interface LedgerShown {
  payments: number
  wallets: WalletAccount[]
}

/** The sums of one wallet. Payments that the fixtures made are left out. */
export interface WalletAccount {
  walletAddress: string
  /** The number of payments that the wallet made, and of those that failed. */
  payments: number
  failed: number
  debitAmount: ShownAmount
  sentAmount: ShownAmount
  receivedAmount: ShownAmount
}

export const showLedger: Control = {
  method: 'get',
  path: '/ledger',
  work: ({ world }): LedgerShown => {
    settle(world)
    const made = [...world.outgoingPayments.all()].filter(({ createdAt }) => createdAt >= world.beginning)
    const wallets = [...world.wallets.values()].map((wallet) => accountOf(world, wallet, made))
    return { payments: made.length, wallets }
  },
}

const accountOf = (world: World, wallet: Wallet, made: readonly OutgoingPayment[]): WalletAccount => {
  const paid = made.filter((payment) => payment.wallet === wallet)
  const received = made.filter(({ receiver }) => receiver.wallet === wallet)
  return {
    walletAddress: walletUrl(world, wallet),
    payments: paid.length,
    failed: paid.filter(({ failed }) => failed).length,
    debitAmount: sum(wallet.asset, paid, ({ debitAmount }) => debitAmount.value),
    sentAmount: sum(wallet.asset, paid, ({ sentAmount }) => sentAmount.value),
    receivedAmount: sum(wallet.asset, received, ({ deliveredAmount }) => deliveredAmount.value),
  }
}

const sum = (
  asset: Asset,
  payments: readonly OutgoingPayment[],
  amountIn: (payment: OutgoingPayment) => bigint,
): ShownAmount =>
  showAmount({ ...asset, value: payments.reduce((total, each) => total + amountIn(each), 0n) })

/** Shows the wallets, and the latest quotes and payments in their current state, most recently changed first. */
export const showResources: Control = {
  method: 'get',
  path: '/resources',
  parameters: ['limit'],
  work: ({ world }, _body, { query }) =>
    shownResources(world, wholeNumber(query.get('limit') ?? 50, 'limit', { least: 1, most: 1000 })),
}
