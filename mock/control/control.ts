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

/** A mock as far as it can be controlled while it runs. */
export interface Controlled {
  world: World
  clock: MockClock
  /** The latest requests with their answers. */
  exchanges: Exchanges
  /** What is to happen to the next answers. */
  answers: Answers
  /** What happens, as it happens. */
  feed: Feed
  setup: ActiveVariants
  /** Finds what is wrong with a refused request. */
  explain: Explain
  /** Turns variants and faults on and off: those named are on from then on, no others. The resources stay. */
  use: (differences: Differences) => void
  /** Begins anew: the same resources with the same ids, nothing of what was done since. */
  reset: () => void
  /** Gives the URL of a new receiver. */
  makeReceiver: (asked: AskedReceiver) => string
  /** Where it is controlled, if it is. */
  controlPath?: string
  /** Absent in a tenant, which has none of its own. */
  tenants?: Tenants
}

/** What a control is asked with beside a body. */
export interface ControlRequest {
  /** The parts of the path that stand for something, decoded. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Whether plain text is wanted rather than JSON. */
  asText: boolean
}

/** An answer in plain text in place of JSON. */
export interface PlainText {
  text: string
}

/** One thing that can be asked of a running mock over HTTP. Throws CannotDo for what makes no sense. */
export interface Control {
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  /** Keys that the body may have. */
  keys: readonly string[]
  /** Parameters that the query may have. */
  parameters?: readonly string[]
  work: (controlled: Controlled, body: JsonObject, asked: ControlRequest) => unknown
}

/** A world of its own in a mock that runs, below a path of its own. */
export interface Tenant {
  name: string
  /** Its {base_url}. */
  url: string
  controlUrl: string
  /** Its target file, as an object. */
  target: unknown
  /** What a client needs to speak to it, by the names of environment variables. */
  env: Readonly<Record<string, string>>
}

/** A tenant as it is served. */
export interface Housed extends Tenant {
  app: RequestListener
  controlled: Controlled
}

/** What a tenant differs in from the mock that it lives in; what is absent is the mock's. */
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
  /** Who serves a request to this URL, if a tenant does. */
  listenerFor: (url: string) => RequestListener | undefined
}
