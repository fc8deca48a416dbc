import { performance } from 'node:perf_hooks'
import type { Settings } from './settings.ts'

/** How often `once` is done in a second by so many at a time, measured for a round. */
export async function rateOf(
  once: () => Promise<unknown>,
  { seconds, connections }: Pick<Settings, 'seconds' | 'connections'>,
): Promise<number> {
  const begun = performance.now()
  const end = begun + seconds * 1000
  let done = 0
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await once()
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return (done * 1000) / (performance.now() - begun)
}
