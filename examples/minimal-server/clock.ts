import { bodyOf, textIn } from './body.ts'
import { Refusal } from './refusal.ts'

/** The server's time in milliseconds: the real time plus all advances. */
export interface Clock {
  now: () => number
  advance: (milliseconds: number) => void
}

export function clockBy(real: () => number): Clock {
  let ahead = 0
  return {
    now: () => real() + ahead,
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}

const units = { ms: 1, s: 1000, m: 60_000 }

/** Handles a body such as `{"advance":"65s"}`. */
export function putForward({ now, advance }: Clock, body: Buffer): string {
  const [, count, unit] = /^([0-9]{1,9})(ms|s|m)$/.exec(textIn(bodyOf(body), 'advance')) ?? []
  if (count === undefined) throw new Refusal(400, 'advance is not a duration such as 65s')
  advance(Number(count) * units[unit as keyof typeof units])
  return JSON.stringify({ now: new Date(now()) })
}
