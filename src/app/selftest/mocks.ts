import { seeded } from '../../../mock/core/random.ts'
import type { Fault } from '../../../mock/faults/index.ts'
import type { ProfileName } from '../../../mock/profiles/index.ts'
import { createMock } from '../../../mock/server/server.ts'
import { targetFile } from '../../../mock/server/target-file.ts'
import type { Variant } from '../../../mock/variants/index.ts'
import { createDispatcher } from '../../http/wire/dispatcher.ts'
import { createInProcess, createVirtualTime } from '../../selftest/in-process.ts'
import type { Served } from '../../selftest/run-checks.ts'
import { loadTarget } from '../../target-file/reading/load.ts'
import type { Target } from '../../target-file/target.ts'
import type { Io } from '../environment.ts'

/** Serves a mock as long as `use` runs. `onMistake` is called with errors of the mock itself. */
export type Serve = <T>(
  what: { profile: ProfileName; faults: readonly Fault[]; variants?: readonly Variant[] },
  onMistake: (error: unknown) => void,
  use: (served: Served) => Promise<T>,
) => Promise<T>

const origin = 'http://mock.example:8080'
const beginning = Date.UTC(2026, 0, 1, 12)
/** The seed that gives the mock the same keys, tokens and ids every time. */
const seed = 1

/**
 * Serves without sockets, in virtual time, with one check after the other, so that the same requests get the same
 * responses.
 */
export const serveInProcess: Serve = async (what, onMistake, use) => {
  const time = createVirtualTime(beginning)
  const { now, wait } = time
  const mock = createMock({ ...what, now, random: seeded(seed), publicUrl: origin, onMistake })
  const listening = { url: origin, controlUrl: `${origin}/_control`, close: async () => {} }
  const dispatcher = createInProcess(mock.app, origin, time)
  try {
    const target = await targetOf(targetFile(mock, listening), now)
    return await use({ target, dispatcher, now, monotonic: now, wait, concurrency: 1 })
  } finally {
    await dispatcher.destroy()
  }
}

/** Serves on a port of this machine, in real time, with several checks at the same time, like any other server. */
export const serveOverTheWire =
  (clock: Pick<Io, 'now' | 'monotonic' | 'wait'>): Serve =>
  async (what, onMistake, use) => {
    const now = () => clock.now().getTime()
    const mock = createMock({ ...what, now, random: seeded(seed), onMistake })
    const listening = await mock.listen({ port: 0 })
    try {
      const target = await targetOf(targetFile(mock, listening), now)
      const dispatcher = createDispatcher(target)
      try {
        const { monotonic, wait } = clock
        return await use({ target, dispatcher, now, monotonic, wait, concurrency: 8 })
      } finally {
        await dispatcher.destroy()
      }
    } finally {
      await listening.close()
    }
  }

const targetOf = (text: string, now: () => number): Promise<Target> =>
  loadTarget({ file: 'the mock', cwd: '/', env: {}, now, readFile: async () => text })
