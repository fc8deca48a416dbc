import type { Guard } from '../http/guard.ts'
import type { Fault } from './fault.ts'

/** Every guard, left out. */
export function guardFaults(guards: readonly Guard[]): Fault[] {
  return guards.map(({ id, requirement }) => ({
    id: `without-${id}`,
    breaks: requirement,
    says: `The guard ${id} is missing, so the server accepts the requests that it should refuse`,
    source: 'guard',
    without: [id],
  }))
}
