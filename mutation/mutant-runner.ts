import type { Settings, Strict } from './attempt.ts'
import { type Came, startThread, type Thread } from './threads.ts'

export interface MutantRunner {
  /** `isStatic`: the mutant is in code that runs while the mock is loaded, so the mock has to be loaded anew. */
  tryMutant: (mutant: { number: string; isStatic: boolean }) => Promise<Came>
  end: () => Promise<unknown>
}

/** Tries one mutant at a time. Mutants that can be switched on later share a thread, as long as it responds. */
export function createMutantRunner(
  worker: URL,
  errand: { settings: Settings; strict: Strict },
  deadline: number,
): MutantRunner {
  let shared: Thread | undefined
  const sharedThread = async (): Promise<Thread> => {
    if (shared) return shared
    shared = startThread(worker, errand)
    await shared.next(deadline)
    return shared
  }
  const alone = async (mutant: string): Promise<Came> => {
    const thread = startThread(worker, { ...errand, mutant })
    try {
      return await thread.next(deadline)
    } finally {
      await thread.end()
    }
  }
  const together = async (mutant: string): Promise<Came> => {
    const thread = await sharedThread()
    thread.send(mutant)
    const came = await thread.next(deadline)
    if ('attempt' in came) return came
    shared = undefined
    await thread.end()
    return came
  }
  return {
    tryMutant: ({ number, isStatic }) => (isStatic ? alone(number) : together(number)),
    end: async () => shared?.end(),
  }
}
