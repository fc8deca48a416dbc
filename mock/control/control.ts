import type { JsonObject } from '../guards/json.ts'
import type { Clock } from '../world/clock.ts'
import type { AskedReceiver } from '../world/make-receiver.ts'
import type { World } from '../world/world.ts'

/** A mock as far as it can be controlled while it runs. */
export interface Controlled {
  world: World
  clock: Clock
  /** Begins anew: the same resources with the same ids, nothing of what was done since. */
  reset: () => void
  /** Gives the URL of a new receiver. */
  makeReceiver: (asked: AskedReceiver) => string
}

/** One thing that can be asked of a running mock over HTTP. Throws CannotDo for what makes no sense. */
export interface Control {
  method: 'get' | 'post'
  path: string
  /** Keys that the body may have. */
  keys: readonly string[]
  work: (controlled: Controlled, body: JsonObject) => unknown
}
