import type { Breakage } from '../../../mock/answers/queue.ts'
import { forgetAnswers, orderAnswers } from '../../../mock/control/answers.ts'
import type { Control, Controlled } from '../../../mock/control/control.ts'
import { listExchanges, showExchange } from '../../../mock/control/exchanges.ts'
import { useFaults, useVariants } from '../../../mock/control/setup.ts'
import { makeReceiver, moveClock, resetWorld, showLedger } from '../../../mock/control/world.ts'
import type { JsonObject } from '../../../mock/core/json.ts'
import type { ExchangeSummary } from '../../../mock/exchanges/exchange.ts'
import type { Amount } from '../../core/amount.ts'
import type { ReceiverKind } from '../../core/receiver.ts'

/** An order for the next responses, or for those of one operation or path. */
export interface ResponseOrder {
  /** The number of responses. Default: 1. */
  times?: number
  operation?: string
  /** The path, with or without a query. Without one, it matches any query. */
  path?: string
  /** The time for which a response is held back, such as `2s`. */
  delay?: string
  /** The status of the response. The mock does not process the request. */
  status?: number
  /** The way in which the response breaks. The mock processes the request before that. */
  broken?: Breakage
}

/**
 * Controls a mock while it runs: the control API of docs/mock.md, without HTTP. Every function throws an Error that
 * says what is wrong with its arguments.
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
  exchange: (id: number) => unknown
  /** Returns what each wallet has paid and received since the mock started. */
  ledger: () => unknown
}

export function controlOf(controlled: Controlled): MockControl {
  const ask = (control: Control, body: object = {}, query = {}, params = {}): JsonObject =>
    control.work(controlled, body as JsonObject, {
      params,
      query: new URLSearchParams(query),
      asText: false,
    }) as JsonObject
  const timeAfter = (control: Control, body = {}): Date => new Date(String(ask(control, body)['now']))
  return {
    advance: (duration) => timeAfter(moveClock, { advance: duration }),
    freeze: (frozen) => timeAfter(moveClock, { freeze: frozen }),
    reset: () => timeAfter(resetWorld),
    useFaults: (faults) => void ask(useFaults, { faults }),
    useVariants: (variants) => void ask(useVariants, { variants }),
    order: (order) => void ask(orderAnswers, order),
    forgetOrders: () => void ask(forgetAnswers),
    receiver: (kind, incomingAmount) => String(ask(makeReceiver, { kind, incomingAmount })['url']),
    exchanges: (filter) => ask(listExchanges, {}, inQuery(filter))['exchanges'] as ExchangeSummary[],
    exchange: (id) => ask(showExchange, {}, {}, { id: String(id) }),
    ledger: () => ask(showLedger),
  }
}

const inQuery = (filter: object = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))
