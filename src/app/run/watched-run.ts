import type { Profile } from '../../catalogue/profile.ts'
import { eventsVersion, type RunStarted } from '../../core/events.ts'
import type { Io } from '../environment.ts'
import { version } from '../version.ts'

/** The first event of a run that only watches: nothing in it is generated, and nothing is sent. */
export function watchedRun(
  judges: NonNullable<RunStarted['judges']>,
  target: RunStarted['target'],
  { name }: Profile,
  { now }: Pick<Io, 'now'>,
): RunStarted {
  return {
    type: 'run',
    version: eventsVersion,
    harness: version(),
    judges,
    target,
    profile: name,
    overrides: {},
    seed: 0,
    runs: 0,
    concurrency: 0,
    at: now().toISOString(),
  }
}
