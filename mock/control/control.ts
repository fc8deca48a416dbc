import type { RequestListener } from 'node:http'
import type { Answers } from '../answers/queue.ts'
import type { ActiveVariants, Differences } from '../changes/active.ts'
import type { Variant } from '../changes/change.ts'
import type { JsonObject } from '../core/json.ts'
import type { ProfileName } from '../core/operations.ts'
import type { Exchanges, Explain } from '../exchanges/exchange.ts'
import type { Fault } from '../faults/fault.ts'
import type { AskedReceiver } from '../incoming-payments/from-fixture.ts'
import type { Feed } from '../live/feed.ts'
import type { ClockOptions, MockClock } from '../state/clock.ts'
import type { World } from '../state/world.ts'

/** Everything of a running mock that can be controlled. */
export interface Controlled {
  world: World
  clock: MockClock
  /** The latest requests with their responses. */
  exchanges: Exchanges
  /** The orders for the next responses. */
  answers: Answers
  /** The feed of events. */
  feed: Feed
  setup: ActiveVariants
  /** Explains what is wrong with a refused request. */
  explain: Explain
  /** Activates exactly these variants and faults, and deactivates all others. The resources stay. */
  use: (differences: Differences) => void
  /** Recreates the initial resources with the same ids, and forgets everything that was done since. */
  reset: () => void
  /** Creates a receiver, and returns its URL. */
  makeReceiver: (asked: AskedReceiver) => string
  /** The path of the control API, or undefined if there is none. */
  controlPath?: string
  /** The tenants, or undefined in a tenant, which has none of its own. */
  tenants?: Tenants
}

/** The parts of a control request besides its body. */
export interface ControlRequest {
  /** The parameters of the path, decoded. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Requests plain text in place of JSON. */
  asText: boolean
}

/** A response in plain text in place of JSON. */
export interface PlainText {
  text: string
}

/** An operation of the control API. It throws CannotDo for a request that makes no sense. */
export interface Control {
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  /** Keys that the body may have. */
  keys?: readonly string[]
  /** Parameters that the query may have. */
  parameters?: readonly string[]
  work: (controlled: Controlled, body: JsonObject, asked: ControlRequest) => unknown
}

/** A separate world in a running mock, below a path of its own. */
export interface Tenant {
  name: string
  /** The {base_url} of the tenant. */
  url: string
  controlUrl: string
  /** The target file of the tenant, as an object. */
  target: unknown
  /** The values that a client needs to use the tenant, by the names of environment variables. */
  env: Readonly<Record<string, string>>
}

/** A tenant with the application that serves it. */
export interface Housed extends Tenant {
  app: RequestListener
  controlled: Controlled
}

/** The settings in which a tenant differs from the mock that it lives in. The others are the mock's. */
export interface AskedTenant {
  seed?: number
  clock?: ClockOptions
  variants?: readonly Variant[]
  faults?: readonly Fault[]
  profile?: ProfileName
}

export interface Tenants {
  readonly most: number
  add: (name: string | undefined, asked: AskedTenant) => Tenant
  all: () => readonly Tenant[]
  get: (name: string) => Housed
  drop: (name: string) => void
  /** Finds the listener of the tenant that serves this URL. Undefined if no tenant does. */
  listenerFor: (url: string) => RequestListener | undefined
}
