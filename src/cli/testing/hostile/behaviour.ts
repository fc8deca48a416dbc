import type { ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { MockOptions } from '../../../../mock/server/options.ts'

/** A server that is correct except for one behaviour, and the required end of a run against it. */
export interface Hostile {
  /** The behaviour, to be read after "a server with" or "a server of". */
  name: string
  exits: 0 | 1 | 3
  /** The reason for the exit code, in one sentence. */
  why: string
  /** The row's own limit of memory, instead of the common one. */
  mebibytes?: number
  /** The server's way of answering. By default it answers like the mock behind. */
  answers?: Answering
  /** The server's way of treating a connection from which it reads nothing. Used instead of answering. */
  speaks?: (socket: Socket) => void
  /** Returns the certificate of a server that speaks TLS. */
  tls?: () => Promise<ServerOptions>
  /** Options of the mock behind. */
  mock?: Partial<MockOptions>
  /** Changes to the target file. */
  target?: object
  /** The checks of the run, if not those of `deep`. */
  only?: readonly string[]
  /** Set if some responses never come. The run does not wait long for any response. */
  hasty?: true
}

export type Answering = (turn: Turn) => void | Promise<void>

/** A request that has arrived completely, and the means to answer it. */
export interface Turn {
  method: string
  /** The path and the query. */
  path: string
  headers: Record<string, string>
  /** The number of the request in the run, from 1. */
  number: number
  /** The URL of a server that must not get any credentials. */
  stranger: string
  /** Returns the response of the mock behind. */
  right: () => Promise<Message>
  /** Puts exactly these bytes on the wire. */
  write: (bytes: Buffer | string) => boolean
  socket: Socket
}

/** A response before it is written. */
export interface Message {
  status: number
  headers: Array<readonly [name: string, value: string]>
  body: Buffer
}

/** The checks of a run that covers a lot: reads, lists, a quote, a payment, a refusal, rules. */
export const deep: readonly string[] = [
  'answers',
  'ids/quote-is-read-back',
  'ids/incoming-payments-are-read-back',
  'lists/pages',
  'payments/direct',
  'quotes/one-amount',
  'tokens/unknown',
  'rules/error-bodies-are-json',
  'rules/error-bodies-tell-no-stack-trace',
  'rules/incoming-payment-agrees-with-itself',
  'rules/outgoing-payment-agrees-with-itself',
  'rules/quote-agrees-with-itself',
  'rules/unauthorized-names-the-authorization-server',
]

/** The checks of `deep` without payments. The mock behind knows an id in a body only in its original form. */
export const withoutPayments: readonly string[] = deep.filter(
  (check) => !check.startsWith('payments') && !check.startsWith('rules/outgoing'),
)
