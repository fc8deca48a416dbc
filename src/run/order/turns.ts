import type { Lanes } from '../session/lanes.ts'

/**
 * Lets one of many workers act at a time, because each wants to be undisturbed. A worker also holds a lane while it
 * acts.
 */
export interface Turns {
  /** Starts the work at its first turn. The caller holds a lane. */
  take: (work: () => Promise<void>) => Promise<void>
  /** Waits inside such work without holding the turn or the lane. The next worker acts meanwhile. */
  rest: Lanes['rest']
}

export function createTurns({ rest }: Pick<Lanes, 'rest'>): Turns {
  let isTaken = false
  const waiting: Array<() => void> = []

  const begin = async (): Promise<void> => {
    if (isTaken) await new Promise<void>((goOn) => waiting.push(goOn))
    else isTaken = true
  }
  const end = (): void => {
    const next = waiting.shift()
    if (next) next()
    else isTaken = false
  }
  return {
    take: async (work) => {
      // A worker that has to wait for its turn gives up its lane, because the worker that has the turn may need it.
      const isFree = !isTaken
      const begun = begin()
      await (isFree ? begun : rest(() => begun))
      try {
        await work()
      } finally {
        end()
      }
    },
    rest: (wait) =>
      rest(async () => {
        end()
        try {
          await wait()
        } finally {
          await begin()
        }
      }),
  }
}
