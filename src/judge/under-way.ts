import type { ExchangeEvent } from '../core/events.ts'

/** Tracks which requests of a run are still under way, by the counts of the recorded exchanges. */
export interface UnderWay {
  take: (exchange: Pick<ExchangeEvent, 'sent' | 'received'>) => void
  /** Returns true if every request that was sent before this count has been answered or given up. */
  isOver: (count: number) => boolean
  /** Marks that the run was ended from outside and resumed. Requests that were under way then are not recorded. */
  resume: () => void
  /** Returns the count up to which requests may be missing from the record. */
  missingUpTo: () => number
}

/** The number of counts after which an exchange that is still missing will never be recorded. */
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
