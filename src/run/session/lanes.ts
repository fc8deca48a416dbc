/**
 * The lanes of a run. Each lane does one thing at a time, so their number bounds the parallel work. The caller that
 * creates the lanes holds one.
 */
export interface Lanes {
  /** Does the work for each place from 0 up to `count`, in the caller's lane and in free lanes. */
  each: (count: number, work: Work, rank?: number) => Promise<void>
  /**
   * Offers work like `each`, but to free lanes only. The returned function does the rest in the caller's lane, and ends
   * after the last piece.
   */
  offer: (count: number, work: Work, rank?: number) => () => Promise<void>
  /** Waits without holding a lane, so that other work can use it. */
  rest: (wait: () => Promise<void>) => Promise<void>
  /**
   * Leaves the lane to all work of a higher rank, and resolves when none of it is left to begin and a lane is free. The
   * rank may rise meanwhile.
   */
  after: (rank: () => number) => Promise<void>
}

/**
 * Ranks of work. The parts of checks that notice the most begin early, and then the checks that they belong to go on.
 * Work inside a check comes before further checks, so that a check that began also ends. What a check sends in
 * circumstances comes last, except that of the checks which others wait for: it comes before the checks that wait for none.
 */
export const ranks = {
  first: 7,
  best: 6,
  rest: 5,
  early: 4,
  within: 3,
  earlyLast: 2,
  late: 1,
  last: 0,
} as const

/** A piece of work. Pieces begin in the order of their places. After an error no further piece begins. */
type Work = (place: number) => Promise<void>

/** Work that is shared between lanes. */
interface SharedWork {
  rank: number
  left: () => number
  /** Does the next piece. */
  next: () => Promise<void>
}

/**
 * The state of the lanes: how many are taken, the work on offer, the waiters that want a lane back, and those that want
 * one only after all work of a higher rank has begun.
 */
interface Traffic {
  most: number
  taken: number
  offers: SharedWork[]
  returning: Array<() => void>
  leaving: Array<{ rank: () => number; goOn: () => void }>
}

export function createLanes(most: number): Lanes {
  const traffic: Traffic = { most, taken: 1, offers: [], returning: [], leaving: [] }
  const offer: Lanes['offer'] = (count, work, rank = ranks.within) => offered(traffic, count, work, rank)
  return {
    offer,
    each: (...all) => offer(...all)(),
    rest: async (wait) => {
      handBack(traffic)
      await wait()
      await takeAgain(traffic)
    },
    after: (rank) =>
      new Promise<void>((goOn) => {
        traffic.leaving.push({ rank, goOn })
        handBack(traffic)
      }),
  }
}

const give = (traffic: Traffic): void => {
  const { most, offers, returning } = traffic
  while (traffic.taken < most) {
    const offer = returning.length > 0 ? undefined : mostUrgent(offers)
    const goOn = returning.shift() ?? leavingNext(traffic, offer)
    if (!goOn && !offer) return
    traffic.taken++
    if (goOn) goOn()
    else void offer?.next().finally(() => handBack(traffic))
  }
}

/** Returns the waiter of the highest rank, the longest waiting first, unless more urgent work is on offer. */
const leavingNext = ({ leaving }: Traffic, offer: SharedWork | undefined): (() => void) | undefined => {
  const ranked = leaving.map(({ rank }) => rank())
  const highest = Math.max(...ranked)
  const at = ranked.indexOf(highest)
  return at < 0 || (offer && offer.rank > highest) ? undefined : leaving.splice(at, 1)[0]?.goOn
}

const handBack = (traffic: Traffic): void => {
  traffic.taken--
  give(traffic)
}

const takeAgain = async (traffic: Traffic): Promise<void> => {
  await new Promise<void>((goOn) => {
    traffic.returning.push(goOn)
    give(traffic)
  })
}

/** Gives the lane to waiters that have rested. They continue before any other work begins. */
const pass = async (traffic: Traffic): Promise<void> => {
  handBack(traffic)
  await takeAgain(traffic)
}

const offered = (traffic: Traffic, count: number, work: Work, rank: number): (() => Promise<void>) => {
  const { offers, returning } = traffic
  let begun = 0
  const thrown: Array<{ place: number; error: unknown }> = []
  const underWay = new Set<Promise<void>>()
  const next = (): Promise<void> => {
    const place = begun++
    const one = work(place).catch((error: unknown) => {
      thrown.push({ place, error })
    })
    underWay.add(one)
    return one.finally(() => underWay.delete(one))
  }
  const left = (): number => (thrown.length > 0 ? 0 : count - begun)
  const own = { rank, left, next }
  offers.push(own)
  give(traffic)
  return async () => {
    while (left() > 0) {
      await next()
      if (returning.length > 0) await pass(traffic)
    }
    offers.splice(offers.indexOf(own), 1)
    if (underWay.size > 0) {
      handBack(traffic)
      await Promise.all(underWay)
      await takeAgain(traffic)
    }
    const [first] = thrown.sort((one, other) => one.place - other.place)
    if (first) throw first.error
  }
}

const mostUrgent = (offers: readonly SharedWork[]): SharedWork | undefined =>
  offers.reduce<SharedWork | undefined>((best, offer) => {
    if (offer.left() <= 0) return best
    const isBetter =
      !best || offer.rank > best.rank || (offer.rank === best.rank && offer.left() > best.left())
    return isBetter ? offer : best
  }, undefined)
