import type { RunEvent } from '../../core/events.ts'
import { createDispatcher } from '../../http/wire/dispatcher.ts'
import { Stopped } from '../../run/judging/bail.ts'
import type { Judging } from '../../run/judging/create-run.ts'
import { judgeTarget } from '../../run/judging/judge-target.ts'
import { commandRunner } from '../../target-file/command.ts'
import type { Io } from '../environment.ts'
import { version } from '../version.ts'
import type { PreparedRun } from './prepare.ts'

export interface RunSettings {
  seed: number | 'random'
  runs: number
  concurrency: number
}

interface Further extends Pick<Judging, 'replay' | 'trail' | 'isEnough' | 'waiting' | 'earlier'> {
  deadline?: Deadline | undefined
  /** The longest time to wait for a server that is restarted during the run. */
  outage?: Deadline | undefined
}

/** The time after which a run has to end. */
export interface Deadline {
  milliseconds: number
  /** The time as the user wrote it. */
  words: string
}

export function settingsOf(
  { seed, runs, concurrency }: RunSettings,
  io: Pick<Io, 'random'>,
): Judging['settings'] {
  return { harness: version(), seed: seed === 'random' ? io.random() : seed, runs, concurrency }
}

/** Judges a prepared target over the network. Every event goes to `sink`. */
export async function judge(
  prepared: PreparedRun,
  settings: RunSettings,
  io: Io,
  sink: (event: RunEvent) => void,
  { deadline, outage, ...further }: Further,
): Promise<void> {
  const dispatcher = createDispatcher(prepared.target)
  const end = endOf(deadline, io)
  const breakOff = (): Promise<void> => dispatcher.destroy()
  end.signal.addEventListener('abort', breakOff)
  try {
    await judgeTarget({
      ...prepared,
      ...further,
      settings: settingsOf(settings, io),
      sink,
      dispatcher,
      runCommand: commandRunner(io.env),
      now: io.now,
      monotonic: io.monotonic,
      wait: (milliseconds) => io.wait(milliseconds, end.signal),
      signal: end.signal,
      remaining: end.remaining,
      longestOutage: outage?.milliseconds,
    })
  } finally {
    end.signal.removeEventListener('abort', breakOff)
    end.isNear()
    await dispatcher.destroy()
  }
}

/**
 * Combines the causes that end a run early: the user and the deadline. `isNear` is called when the run ends by itself.
 */
const endOf = (
  deadline: Deadline | undefined,
  io: Io,
): { signal: AbortSignal; remaining: () => number; isNear: () => void } => {
  if (!deadline) {
    return { signal: io.signal, remaining: () => Number.POSITIVE_INFINITY, isNear: () => undefined }
  }
  const { milliseconds, words } = deadline
  const over = new AbortController()
  const near = new AbortController()
  const begun = io.monotonic()
  void io
    .wait(milliseconds, near.signal)
    .then(() => over.abort(new Stopped(`The deadline of ${words} has passed.`)))
  return {
    signal: AbortSignal.any([io.signal, over.signal]),
    remaining: () => begun + milliseconds - io.monotonic(),
    isNear: () => near.abort(),
  }
}
