import type { RequestListener } from 'node:http'
import type { Wait } from '../answers/damaging.ts'
import type { Variant } from '../changes/change.ts'
import type { Controlled } from '../control/control.ts'
import type { ProfileName } from '../core/operations.ts'
import type { Random } from '../core/random.ts'
import type { Exchange, Explain } from '../exchanges/exchange.ts'
import type { Fault } from '../faults/fault.ts'
import type { ClockOptions } from '../state/clock.ts'
import type { Fixtures, KeyFixture } from '../state/fixtures.ts'

export interface MockOptions {
  /**
   * The URL under which the mock is reached from outside. Its path is kept. The default is the URL on which the mock
   * listens.
   */
  publicUrl?: string | undefined
  /** The clock that the mock's own clock is based on. */
  now: () => number
  /** The start of the mock's clock, and whether it stands still. By default it follows `now`. */
  clock?: ClockOptions | undefined
  /** Determines all tokens, keys, ids and secrets. It is `seeded(seed)` or node's own randomness. */
  random: Random
  /** The initial resources. The default is the built-in fixtures. */
  fixtures?: Fixtures | undefined
  /** The specification that the mock serves. The default is the interface. */
  profile?: ProfileName
  /**
   * Public keys of clients, registered in addition to those of the fixtures. Every wallet address of the mock has them.
   */
  clientKeys?: readonly KeyFixture[]
  /** Fetches the keys of clients whose wallet address is on another server. */
  fetch?: typeof fetch
  /** Allows these keys to be fetched over plain http from other machines too. The default allows only this machine. */
  plainHttpClients?: boolean
  variants?: readonly Variant[]
  faults?: readonly Fault[]
  /** Allows the mock to be controlled over HTTP. The default is true. */
  control?: boolean
  /** Explains what is wrong with a refused request. It is called when somebody looks the exchange up. */
  explain?: Explain
  /** Delays the responses that are to be late. The default is real time. */
  wait?: Wait
  /** Is called for every internal error of the mock, whose request is answered with 500. */
  onMistake?: (error: unknown) => void
}

/** Is called for an exchange, with the world in which it took place. */
export type ExchangeListener = (exchange: Exchange, of: Controlled) => void

export interface Mock extends Controlled {
  app: RequestListener
  /**
   * Calls `listener` for every further exchange, including those of tenants. Returns a function that ends the subscription.
   */
  subscribe: (listener: ExchangeListener) => () => void
  listen: (where: ListenOptions) => Promise<ListeningMock>
}

export interface ListenOptions {
  host?: string
  /** The port, or 0 for any free one. */
  port: number
  /** Serves TLS, with a self-signed certificate. */
  tls?: boolean
}

export interface ListeningMock {
  /** The URL that accepts connections. */
  url: string
  /** The certificate in PEM, or undefined without TLS. */
  certificate?: string
  /** The URL of the control API, or undefined if there is none. */
  controlUrl?: string
  close: () => Promise<void>
}
