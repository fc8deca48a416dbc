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
  /** Under which the mock is reached from outside; else known once it listens. A path is kept. */
  publicUrl?: string | undefined
  /** The clock beneath that of the mock. */
  now: () => number
  /** Where the mock's clock begins, and whether it stands: with the one beneath, and running. */
  clock?: ClockOptions | undefined
  /** Decides all tokens, keys, ids and secrets: `seeded(seed)`, or node's own. */
  random: Random
  /** What it begins with, if not with what is built in. */
  fixtures?: Fixtures | undefined
  /** Which text it serves; the interface. */
  profile?: ProfileName
  /** Public keys of clients, registered beside those of the fixtures: any wallet address of the mock has them. */
  clientKeys?: readonly KeyFixture[]
  /** By which the keys of clients with a wallet address elsewhere are fetched. */
  fetch?: typeof fetch
  /** Whether those are fetched over plain http from other machines too; else from this one alone. */
  plainHttpClients?: boolean
  variants?: readonly Variant[]
  faults?: readonly Fault[]
  /** Whether it can be controlled over HTTP; it can. */
  control?: boolean
  /** Finds what is wrong with a refused request; asked when one is looked up. */
  explain?: Explain
  /** Holds back the answers that are to be delayed; by the time of this machine. */
  wait?: Wait
  /** Told of every error that is the mock's own; such a request is answered 500. */
  onMistake?: (error: unknown) => void
}

/** Called for an exchange, with the world that it was in. */
export type ExchangeListener = (exchange: Exchange, of: Controlled) => void

export interface Mock extends Controlled {
  app: RequestListener
  /** Calls for each exchange from then on, of its tenants too, until what it gives back is called. */
  subscribe: (told: ExchangeListener) => () => void
  listen: (where: ListenOptions) => Promise<ListeningMock>
}

export interface ListenOptions {
  host?: string
  /** 0: any that is free. */
  port: number
  /** With a certificate of its own making. */
  tls?: boolean
}

export interface ListeningMock {
  /** Where connections go. */
  url: string
  /** The certificate, PEM, where it is served over TLS. */
  certificate?: string
  /** Where it is controlled, if it is. */
  controlUrl?: string
  close: () => Promise<void>
}
