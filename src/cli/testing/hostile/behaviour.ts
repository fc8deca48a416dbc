import type { ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { MockOptions } from '../../../../mock/server/options.ts'

/** A server that is right but for one behaviour, and how a run against it has to end. */
export interface Hostile {
  /** What it does, to be read after "a server with" or "a server of". */
  name: string
  exits: 0 | 1 | 3
  /** Why with that exit code, in one sentence. */
  why: string
  /** Its own limit of memory, instead of the one for all. */
  mebibytes?: number
  /** How it answers; as the mock behind it does, by default. */
  answers?: Answering
  /** What it does with a connection of which it reads nothing, instead of answering. */
  speaks?: (socket: Socket) => void
  /** Spoken over TLS, with this certificate. */
  tls?: () => Promise<ServerOptions>
  /** How the mock behind it differs. */
  mock?: Partial<MockOptions>
  /** What the target file says otherwise. */
  target?: object
  /** The checks of the run, if not those of `deep`. */
  only?: readonly string[]
  /** Some answers never come: the run waits for none of them long. */
  hasty?: true
}

export type Answering = (turn: Turn) => void | Promise<void>

/** One request that has come whole, and what it can be answered with. */
export interface Turn {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  /** Counts the requests of the run, from 1. */
  number: number
  /** Where a server listens that must not get any credentials. */
  stranger: string
  /** What the mock behind answers. */
  right: () => Promise<Message>
  /** Puts these very bytes on the wire. */
  write: (bytes: Buffer | string) => boolean
  socket: Socket
}

/** An answer before it is written. */
export interface Message {
  status: number
  headers: Array<readonly [name: string, value: string]>
  body: Buffer
}

/** What a run that goes deep consists of: reads, lists, a quote, a payment, a refusal, rules. */
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

/** The same without what pays: the mock behind knows an id in a body only as it made it. */
export const withoutPayments: readonly string[] = deep.filter(
  (check) => !check.startsWith('payments') && !check.startsWith('rules/outgoing'),
)
