import type { Context } from '../guards/context.ts'
import type { Refusal } from '../guards/guard.ts'
import type { Answer, OperationId } from '../routes/route.ts'
import type { PublicKey } from '../signatures/request.ts'
import type { Rates } from './assets.ts'
import type { AskedPage, Page } from './page.ts'
import type { Order, Priced } from './price.ts'
import type { Amount, IncomingPayment, OutgoingPayment, Quote, Token } from './resources.ts'
import type { World } from './world.ts'

export type Shown = Record<string, unknown>

/** A refusal with the guard that made it and the request that it was made on. */
export interface NamedRefusal extends Refusal {
  guard: string
  /** Absent where no operation was addressed. */
  context?: Context
}

/** What the mock does that is no refusal, by name. A fault replaces one of these; the strict ones stand in strict.ts. */
export interface Behaviour {
  price: (order: Order, rates: Rates) => Priced
  /** The receive amount of a quote that names none: what is still missing of the incoming amount. */
  inferred: (receiver: IncomingPayment) => bigint
  quoteExpiry: (receiver: IncomingPayment, now: number) => number
  showAmount: (amount: Amount) => Shown
  showQuote: (world: World, quote: Quote) => Shown
  /** The full form, as the lists show it. */
  showIncomingPayment: (world: World, payment: IncomingPayment) => Shown
  showMethods: (payment: IncomingPayment) => Shown[]
  /** What a stranger sees. */
  showPublicForm: (world: World, payment: IncomingPayment) => Shown
  showOutgoingPayment: (world: World, payment: OutgoingPayment) => Shown
  page: <T extends { id: string }>(items: readonly T[], asked: AskedPage) => Page<T>
  /** The public key that a signature is verified with. */
  keyFor: (world: World, keyId: string, token: Token | undefined) => PublicKey | undefined
  /** The value of WWW-Authenticate on a 401, or none. */
  challenge: (authServer: string) => string | undefined
  refused: (world: World, refusal: NamedRefusal) => Answer
  /** The last that is done to an answer that is no refusal. */
  answered: (answer: Answer, operation: OperationId) => Answer
}
