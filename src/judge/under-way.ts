import type { ExchangeEvent } from '../core/events.ts'

/** Which requests of a run are still under way, by the counts of the exchanges that are recorded. */
export interface UnderWay {
  take: (exchange: Pick<ExchangeEvent, 'sent' | 'received'>) => void
  /** Whether every request that was sent before this count has been answered, or given up. */
  isOver: (count: number) => boolean
  /** The part of the run before was ended from outside: what was under way then is not recorded. */
  resume: () => void
  /** Up to this count requests may be missing from the record. */
  missingUpTo: () => number
}

/** An exchange that is not recorded after so many counts never will be. */
const most = 10_000

export function createUnderWay(): UnderWay {
  let complete = 0
  let missing = 0
  let isResumed = false
  const skipTo = (count: number): void => {
    complete = count
    missing = count
    for (const known of beyond) if (known <= count) beyond.delete(known)
  }
  const beyond = new Set<number>()
  const closeUp = (): void => {
    while (beyond.delete(complete + 1)) complete += 1
  }
  return {
    take: ({ sent, received }) => {
      if (isResumed) skipTo(sent - 1)
      isResumed = false
      beyond.add(sent).add(received)
      closeUp()
      if (beyond.size <= most) return
      skipTo(Math.min(...beyond) - 1)
      closeUp()
    },
    resume: () => {
      isResumed = true
    },
    missingUpTo: () => missing,
    isOver: (count) => complete >= count,
  }
}
