import type { Lanes } from '../session/lanes.ts'

/** Many that want to be undisturbed, of which one acts at a time. Each has a lane as well while it acts. */
export interface Turns {
  /** Does the work from its first turn on; called in a lane. */
  take: (work: () => Promise<void>) => Promise<void>
  /** Waits within such work, without turn or lane: meanwhile the next one acts. */
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
      // Whoever has to wait for its turn gives its lane away: the one who has the turn may need it.
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
