import { parentPort, workerData } from 'node:worker_threads'
import type { Errand, Message } from './threads.ts'

// Tries one mutant after the other in one copy of the mock. The first mutant is active from the beginning.

/** Globals that the instrumented code reads and fills in. */
interface Switches {
  activeMutant?: string | undefined
  /** Counts of how often each mutant's place was reached, by the mutant's number. */
  mutantCoverage?: { static: Record<string, number> }
}

const { settings, strict, mutant } = workerData as Errand
const switches: Switches = { activeMutant: mutant }
Object.assign(globalThis, { __stryker__: switches })

const tell = (message: Message): void => parentPort?.postMessage(message)
const come = (): string[] => Object.keys(switches.mutantCoverage?.static ?? {})

/** Sends the result of the work, or its error as `failed`. */
const telling = async (work: () => Promise<Message>): Promise<void> => {
  try {
    tell(await work())
  } catch (error) {
    tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

await telling(async () => {
  const { tryMutant, tryStrict } = await import('./attempt.ts')
  if (!strict) {
    const atStart = come()
    return { strict: await tryStrict(settings), atStart, reached: come() }
  }
  parentPort?.on('message', (next: string) =>
    telling(async () => {
      switches.activeMutant = next
      return { attempt: await tryMutant(settings, strict) }
    }),
  )
  return mutant === undefined ? { ready: true } : { attempt: await tryMutant(settings, strict) }
})
