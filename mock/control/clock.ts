import { CannotDo } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { durationOf, instantOf } from '../core/time.ts'
import type { Clock } from '../state/clock.ts'
import type { Control } from './control.ts'

const keys = ['advance', 'set', 'freeze']

export const moveClock: Control = {
  method: 'post',
  path: '/clock',
  keys,
  work: ({ clock }, body) => {
    if (Object.keys(body).length !== 1) throw new CannotDo(`give one of ${keys.join(', ')}`)
    move(clock, body)
    return { now: new Date(clock.now()).toISOString() }
  },
}

const move = (clock: Clock, { advance, set, freeze }: JsonObject): void => {
  if (advance !== undefined)
    clock.advance(read(durationOf, advance, 'advance is not a duration such as "65s"'))
  else if (set !== undefined)
    clock.set(read(instantOf, set, 'set is not a date-time such as "2026-01-01T12:00:00Z"'))
  else if (typeof freeze === 'boolean') clock.freeze(freeze)
  else throw new CannotDo('freeze is neither true nor false')
}

const read = (reader: (text: string) => number | undefined, value: unknown, mistake: string): number => {
  const found = typeof value === 'string' ? reader(value) : undefined
  if (found === undefined) throw new CannotDo(mistake)
  return found
}

export const resetWorld: Control = {
  method: 'post',
  path: '/reset',
  keys: [],
  work: ({ clock, reset }) => {
    reset()
    return { now: new Date(clock.now()).toISOString() }
  },
}
