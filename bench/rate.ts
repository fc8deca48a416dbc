import { performance } from 'node:perf_hooks'
import type { Settings } from './settings.ts'

/** The length of a round, in seconds or in exchanges. */
export type Length = Pick<Settings, 'seconds'> | { exchanges: number }

/** Returns how often per second `once` is done by this many workers in a round. */
export async function rateOf(
  once: () => Promise<unknown>,
  { connections, ...length }: Length & Pick<Settings, 'connections'>,
): Promise<number> {
  const begun = performance.now()
  const end = 'seconds' in length ? begun + length.seconds * 1000 : Number.POSITIVE_INFINITY
  const most = 'exchanges' in length ? length.exchanges : Number.POSITIVE_INFINITY
  let started = 0
  let done = 0
  const worker = async (): Promise<void> => {
    while (performance.now() < end && started < most) {
      started++
      await once()
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return (done * 1000) / (performance.now() - begun)
}
