import { createAnswers } from '../answers/queue.ts'
import { idsOf } from '../changes/active.ts'
import type { ProfileName } from '../core/operations.ts'
import { seeded } from '../core/random.ts'
import { summaryOf } from '../exchanges/exchange.ts'
import { makeReceiver } from '../incoming-payments/from-fixture.ts'
import type { Feed } from '../live/feed.ts'
import { type ClockOptions, createClock, type MockClock, timeOf } from '../state/clock.ts'
import type { Fixtures, KeyFixture } from '../state/fixtures.ts'
import { incomingPaymentUrl } from '../state/lookup.ts'
import type { World } from '../state/world.ts'
import { beginWorld } from '../world/create.ts'
import type { Controlled } from './control.ts'

interface ControllableParts extends Pick<Controlled, 'setup' | 'exchanges' | 'feed' | 'explain'> {
  /** The clock that the mock's clock is based on. */
  now: () => number
  clock: ClockOptions | undefined
  /** Determines all tokens, keys, ids and secrets. Each reset starts again from this seed. */
  seed: string
  fixtures: Fixtures
  clientKeys: readonly KeyFixture[]
  profile: ProfileName
  publicUrl: string
}

/**
 * Creates a world that can be reset. A reset moves the clock back to its start, and the same seed generates the same
 * ids again.
 */
export function createControllable(parts: ControllableParts): Controlled {
  const { setup, exchanges, feed, explain, seed, fixtures, clientKeys, profile } = parts
  const answers = createAnswers()
  const clock = createClock(parts.now, parts.clock)
  const world = {} as World
  const begin = (publicUrl: string) =>
    beginWorld(
      world,
      { publicUrl, now: clock.now, random: seeded(seed), fixtures, clientKeys, profile },
      setup.use(setup.begun),
    )
  begin(parts.publicUrl)
  exchanges.subscribe((exchange) => feed.tell('exchange', summaryOf(exchange)))
  return {
    world,
    clock: telling(clock, feed),
    exchanges,
    answers,
    feed,
    setup,
    explain,
    use: (differences) => {
      world.behaviour = setup.use(differences)(world)
      feed.tell('setup', idsOf(differences))
    },
    reset: () => {
      clock.reset()
      begin(world.publicUrl)
      exchanges.clear()
      answers.clear()
      feed.tell('reset', timeOf(clock))
    },
    makeReceiver: (asked) => incomingPaymentUrl(world, makeReceiver(world, asked)),
  }
}

/** Wraps the clock, and tells the feed when the clock is moved. */
const telling = (clock: MockClock, feed: Feed): MockClock => {
  const told =
    <T>(move: (by: T) => void) =>
    (by: T): void => {
      move(by)
      feed.tell('clock', timeOf(clock))
    }
  return { ...clock, advance: told(clock.advance), set: told(clock.set), freeze: told(clock.freeze) }
}
