import type { Breakage } from '../../../mock/answers/queue.ts'
import { forgetAnswers, orderAnswers } from '../../../mock/control/answers.ts'
import type { Control, Controlled } from '../../../mock/control/control.ts'
import { listExchanges, showExchange } from '../../../mock/control/exchanges.ts'
import { useFaults, useVariants } from '../../../mock/control/setup.ts'
import {
  type LedgerShown,
  makeReceiver,
  moveClock,
  resetWorld,
  showLedger,
} from '../../../mock/control/world.ts'
import type { JsonObject } from '../../../mock/core/json.ts'
import type { OperationId } from '../../../mock/core/operations.ts'
import type { ExchangeSummary } from '../../../mock/exchanges/exchange.ts'
import type { ShownExchange } from '../../../mock/exchanges/shown.ts'
import type { Amount } from '../../core/amount.ts'
import type { Json } from '../../core/json.ts'
import type { ReceiverKind } from '../../core/receiver.ts'
import { asConfigurationError } from './mistakes.ts'

/** An order for the next responses, or for those of one operation or path. */
export interface ResponseOrder {
  /** The number of matching responses that stay as they are first. Default: 0. */
  after?: number
  /** The number of responses. Default: 1. */
  times?: number
  operation?: OperationId
  /** The path, with or without a query. Without one, it matches any query. */
  path?: string
  /** The time for which a response is held back, such as `2s`. */
  delay?: string
  /** The status of the response. The mock does not process the request. */
  status?: number
  /** The body to send with that status, as JSON. Default: the mock's usual one. */
  body?: Json
  /** Headers to send with that status. */
  headers?: Readonly<Record<string, string>>
  /** The way in which the response breaks. The mock processes the request before that. */
  broken?: Breakage
}

/**
 * Controls a mock while it runs: the control API of docs/mock.md, without HTTP. Every function throws a
 * ConfigurationError, with a code, that says what is wrong with its arguments.
 */
export interface MockControl {
  /** Advances the clock by a duration such as `65s`. Returns the mock's time. */
  advance: (duration: string) => Date
  /** Stops the clock, or lets it continue from where it stands. Returns the mock's time. */
  freeze: (frozen: boolean) => Date
  /** Resets the mock to the same resources with the same ids, and nothing else. */
  reset: () => Date
  /** Turns exactly these faults on, each as `id` or `id@condition`. */
  useFaults: (ids: readonly string[]) => void
  /** Turns exactly these variants on. */
  useVariants: (ids: readonly string[]) => void
  /** Orders what happens to the next responses. */
  order: (order: ResponseOrder) => void
  /** Drops all orders that are left. */
  forgetOrders: () => void
  /** Creates an incoming payment to pay into. Returns its URL. */
  receiver: (kind: ReceiverKind, incomingAmount?: Amount) => string
  /** Returns the latest requests, oldest first. */
  exchanges: (filter?: { since?: number; refused?: boolean; limit?: number }) => ExchangeSummary[]
  /** Returns one request with its response and, if it was refused, the reasons. */
  exchange: (id: number) => ShownExchange
  /** Returns what each wallet has paid and received since the mock started. */
  ledger: () => LedgerShown
}

export function controlOf(controlled: Controlled): MockControl {
  const ask = (control: Control, body: object = {}, query = {}, params = {}): unknown => {
    const asked = { params, query: new URLSearchParams(query), asText: false }
    try {
      return control.work(controlled, body as JsonObject, asked)
    } catch (error) {
      throw asConfigurationError(error)
    }
  }
  const told = (control: Control, key: string, body = {}, query = {}): unknown =>
    Object(ask(control, body, query))[key]
  const timeAfter = (control: Control, body = {}): Date => new Date(String(told(control, 'now', body)))
  return {
    advance: (duration) => timeAfter(moveClock, { advance: duration }),
    freeze: (frozen) => timeAfter(moveClock, { freeze: frozen }),
    reset: () => timeAfter(resetWorld),
    useFaults: (faults) => void ask(useFaults, { faults }),
    useVariants: (variants) => void ask(useVariants, { variants }),
    order: (order) => void ask(orderAnswers, order),
    forgetOrders: () => void ask(forgetAnswers),
    receiver: (kind, incomingAmount) => String(told(makeReceiver, 'url', { kind, incomingAmount })),
    exchanges: (filter) => told(listExchanges, 'exchanges', {}, inQuery(filter)) as ExchangeSummary[],
    exchange: (id) => ask(showExchange, {}, {}, { id: String(id) }) as ShownExchange,
    ledger: () => ask(showLedger) as LedgerShown,
  }
}

const inQuery = (filter: object = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))
