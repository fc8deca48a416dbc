import type { Amount, Asset } from './money.ts'
import { Refusal } from './refusal.ts'

export interface Wallet {
  url: string
  asset: Asset
  balance: bigint
  /** Payments in order of their creation. */
  outgoing: OutgoingPayment[]
  incoming: IncomingPayment[]
}

export interface IncomingPayment {
  id: string
  wallet: Wallet
  incomingAmount: Amount | undefined
  received: bigint
  /** The sum that payments under way will bring. */
  reserved: bigint
  completed: boolean
  /** The secret of the STREAM connection, in base64url. */
  secret: string
  /** Set if no payment reaches it. */
  unreachable: boolean
  metadata: string | undefined
  createdAt: number
  updatedAt: number
  expiresAt: number
}

export interface Quote {
  id: string
  wallet: Wallet
  receiver: IncomingPayment
  receive: Amount
  debit: Amount
  paid: boolean
  createdAt: number
  expiresAt: number
}

export interface OutgoingPayment {
  id: string
  wallet: Wallet
  quote: Quote | undefined
  receiver: IncomingPayment
  receive: Amount
  debit: Amount
  sent: bigint
  failed: boolean
  /** The metadata as JSON, byte for byte as it came. */
  metadata: string | undefined
  createdAt: number
  updatedAt: number
}

/** The limits and the spending of an access token. */
export interface Purse {
  /** The most that may be debited, in each period if there are any. */
  limit: bigint | undefined
  /** The length of a period in milliseconds, and the number of periods that have passed since 1970. */
  each: number | undefined
  period: number
  /** The most that may be brought to receivers, in the wallet's asset. */
  receiveLimit: bigint | undefined
  /** The only receiver that may be paid. */
  only: IncomingPayment | undefined
  /** The amounts debited and promised to receivers, including payments under way. */
  spent: bigint
  promised: bigint
  /**
   * The amounts debited and delivered, without payments under way. Delivered amounts are by asset, the latest asset
   * last.
   */
  debited: bigint
  delivered: Map<Asset, bigint>
}

/** Everything that the server remembers. Events whose time has come are carried out on the next access: `settle`. */
export class Store {
  /** Incoming payments, like quotes, are stored by the last segments of their ids. */
  readonly incoming = new Map<string, IncomingPayment>()
  readonly quotes = new Map<string, Quote>()
  readonly #underWay: Arrival[] = []
  readonly #now: () => number
  readonly #settleAfter: number

  constructor(now: () => number, settleAfter: number) {
    this.#now = now
    this.#settleAfter = settleAfter
  }

  /** Takes the money at once. It arrives, or comes back, when the payment settles. */
  pay(payment: OutgoingPayment, purse: Purse): void {
    const { wallet, receiver, quote, debit, receive } = payment
    this.expectPayable(receiver)
    if (receive.value > missingFrom(receiver) - receiver.reserved)
      throw new Refusal(409, 'the receiver does not take that much')
    if (purse.each !== undefined) beginPeriod(purse, Math.floor(this.#now() / purse.each))
    if (purse.limit !== undefined && purse.spent + debit.value > purse.limit)
      throw new Refusal(403, 'the access token may not spend that much')
    if (purse.only && purse.only !== receiver)
      throw new Refusal(403, 'the access token is for another receiver')
    if (purse.receiveLimit !== undefined) expectWithin(purse.receiveLimit - purse.promised, receive, wallet)
    if (debit.value > wallet.balance) throw new Refusal(403, 'the wallet does not hold that much')
    if (quote) quote.paid = true
    wallet.balance -= debit.value
    purse.spent += debit.value
    purse.promised += receive.value
    receiver.reserved += receive.value
    wallet.outgoing.push(payment)
    this.#underWay.push({ payment, purse, due: this.#now() + this.#settleAfter })
  }

  expectPayable(receiver: IncomingPayment): void {
    if (receiver.completed) throw new Refusal(409, 'the receiver has completed')
    if (receiver.expiresAt <= this.#now()) throw new Refusal(409, 'the receiver has expired')
  }

  settle(): void {
    const now = this.#now()
    for (let [next] = this.#underWay; next && next.due <= now; [next] = this.#underWay) {
      this.#underWay.shift()
      if (next.payment.receiver.unreachable || next.payment.receiver.expiresAt <= next.due) fail(next)
      else arrive(next)
    }
  }
}

const beginPeriod = (purse: Purse, period: number): void => {
  if (period !== purse.period) purse.spent = 0n
  purse.period = period
}

const expectWithin = (left: bigint, receive: Amount, { asset }: Wallet): void => {
  if (receive.asset !== asset || receive.value > left)
    throw new Refusal(403, 'the access token may not bring that much to receivers')
}

interface Arrival {
  payment: OutgoingPayment
  purse: Purse
  due: number
}

const arrive = ({ payment, purse, due }: Arrival): void => {
  const { receiver, receive, debit } = payment
  purse.debited += debit.value
  const delivered = (purse.delivered.get(receive.asset) ?? 0n) + receive.value
  purse.delivered.delete(receive.asset)
  purse.delivered.set(receive.asset, delivered)
  payment.sent = debit.value
  payment.updatedAt = due
  receiver.reserved -= receive.value
  receiver.received += receive.value
  receiver.completed ||= receiver.received === receiver.incomingAmount?.value
  receiver.updatedAt = due
}

const fail = ({ payment, purse, due }: Arrival): void => {
  const { wallet, receiver, receive, debit } = payment
  payment.failed = true
  payment.updatedAt = due
  receiver.reserved -= receive.value
  wallet.balance += debit.value
  purse.spent -= debit.value
  purse.promised -= receive.value
}

const mostOfAll = 2n ** 64n - 1n

/** The amount that the incoming payment can still receive, not counting payments under way. */
export function missingFrom({ incomingAmount, received }: IncomingPayment): bigint {
  return (incomingAmount?.value ?? mostOfAll) - received
}
