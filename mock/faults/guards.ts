import { allGuards } from '../routes/index.ts'
import type { Fault } from './fault.ts'

/** Every guard, left out. */
export const guardFaults = (): Fault[] =>
  allGuards().map(({ id, requirement }) => ({
    id: `without-${id}`,
    breaks: requirement,
    says: `The guard ${id} is left out: what it would refuse is served`,
    source: 'guard',
    without: [id],
  }))
