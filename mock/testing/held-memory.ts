import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

export const mebibytes = (bytes: number): number => Math.round((bytes / 2 ** 20) * 10) / 10

/**
 * Measures the memory that this process holds, in MiB. Takes the minimum of ten measurements, because the memory of a
 * buffer is freed some time after the buffer is collected.
 */
export async function heldMemory(): Promise<{ heap: number; buffers: number; rss: number }> {
  const looks: Array<NodeJS.MemoryUsage> = []
  while (looks.length < 10) {
    collectGarbage()
    await setTimeout(100)
    looks.push(process.memoryUsage())
  }
  const least = (of: 'heapUsed' | 'arrayBuffers' | 'rss') =>
    mebibytes(Math.min(...looks.map((look) => look[of])))
  return { heap: least('heapUsed'), buffers: least('arrayBuffers'), rss: least('rss') }
}
