import type { Profile } from '../../catalogue/profile.ts'
import { eventsVersion, type RunStarted } from '../../core/events.ts'
import type { Io } from '../environment.ts'
import { version } from '../version.ts'

/** Builds the first event of a run that only watches. Such a run generates and sends nothing. */
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
