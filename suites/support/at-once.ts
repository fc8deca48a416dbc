import { type Answer, isAccepted, isRefused } from '../../src/http/answers/answer.ts'
import type { Overlapping } from './one-order.ts'

/** A request among others that were sent at the same time, with its response. */
export interface Timed extends Overlapping {
  answer: Answer
}

/** Returns the known outcome of a request to create something. */
export function outcomeOf(answer: Answer): 'made' | 'not made' | 'unknown' {
  if (isAccepted(answer)) return 'made'
  return isRefused(answer) || answer.failure?.code === 'throttled' ? 'not made' : 'unknown'
}

/** Sends all requests at the same time. Returns the responses in the order of the requests, with what overlapped. */
export async function atOnce(sends: ReadonlyArray<() => Promise<Answer>>): Promise<Timed[]> {
  let count = 0
  return Promise.all(
    sends.map(async (send): Promise<Timed> => {
      const sent = count++
      const answer = await send()
      const received = count++
      return outcomeOf(answer) === 'unknown' ? { sent, answer } : { sent, answer, received }
    }),
  )
}
