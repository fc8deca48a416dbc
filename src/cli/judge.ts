import type { Session } from '../check/session.ts'
import type { RunEvent } from '../events.ts'
import { judgeTarget } from '../run/judge-target.ts'
import { commandRunner } from '../target/command.ts'
import { createDispatcher } from '../wire/dispatcher.ts'
import type { Io } from './io.ts'
import type { Prepared } from './prepare.ts'
import { version } from './version.ts'

interface Settings {
  seed: number | 'random'
  runs: number
  concurrency: number
}

/** Judges a prepared target over the network; every event goes to `sink`. */
export const judge = async (
  prepared: Prepared,
  { seed, runs, concurrency }: Settings,
  io: Io,
  sink: (event: RunEvent) => void,
  replay?: Session['replay'],
): Promise<void> => {
  const dispatcher = createDispatcher(prepared.target)
  const breakOff = (): Promise<void> => dispatcher.destroy()
  io.interrupted.addEventListener('abort', breakOff)
  try {
    await judgeTarget({
      ...prepared,
      settings: { harness: version(), seed: seed === 'random' ? io.random() : seed, runs, concurrency },
      sink,
      dispatcher,
      runCommand: commandRunner(io.env),
      now: io.now,
      monotonic: io.monotonic,
      wait: io.wait,
      signal: io.interrupted,
      ...(replay ? { replay } : {}),
    })
  } finally {
    io.interrupted.removeEventListener('abort', breakOff)
    await dispatcher.destroy()
  }
}
