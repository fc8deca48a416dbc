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

/** What happens to the next responses, or to those of one operation or path. */
export interface ResponseOrder {
  /** How many responses; 1 by default. */
  times?: number
  operation?: string
  /** With its query, or without any: then whatever the query is. */
  path?: string
  /** How long a response is held back, such as `2s`. */
  delay?: string
  /** The status of the response; the request is not processed. */
  status?: number
  /** The request is processed, but its response breaks on its way. */
  broken?: Breakage
}

/**
 * Controls a mock while it runs; the control API of docs/mock.md, without HTTP. Every function throws an Error that says
 * what is wrong with its arguments.
 */
export interface MockControl {
  /** Moves the clock on by a duration such as `65s`; gives the mock's time. */
  advance: (duration: string) => Date
  /** Stops the clock, or lets it go on from where it stands. */
  freeze: (frozen: boolean) => Date
  /** Starts again: the same resources with the same ids, and nothing else. */
  reset: () => Date
  /** Turns exactly these faults on, each as `id` or `id@condition`. */
  useFaults: (ids: readonly string[]) => void
  /** Turns exactly these variants on. */
  useVariants: (ids: readonly string[]) => void
  /** Orders what happens to the next responses. */
  order: (order: ResponseOrder) => void
  /** Drops all orders that are left. */
  forgetOrders: () => void
  /** Creates an incoming payment to pay into; gives its URL. */
  receiver: (kind: ReceiverKind, incomingAmount?: Amount) => string
  /** The latest requests, oldest first. */
  exchanges: (filter?: { since?: number; refused?: boolean; limit?: number }) => ExchangeSummary[]
  /** One request with its response, and with what is wrong with it if it was refused. */
  exchange: (id: number) => unknown
  /** What each wallet has paid and received since the mock started. */
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
