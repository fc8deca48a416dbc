import type { Context, World } from '../../state/world.ts'
import type { Defect } from '../fault.ts'
import { tooMuch } from './too-much.ts'

/** The fault refuses one in this many requests that the mock would otherwise serve. */
const every = 9

interface PassingFailure {
  requests: number
  failed: Set<string>
}

const known = new WeakMap<World, PassingFailure>()

/** Returns true for every ninth request, unless the same request has failed before. A retry is therefore served. */
const isUnlucky = ({ world, operation, request }: Context): boolean => {
  const of = known.get(world) ?? { requests: 0, failed: new Set() }
  known.set(world, of)
  const { targetUri, body } = request
  const same = [operation, targetUri, Buffer.from(body).toString()].join(' ')
  if (++of.requests % every !== 0 || of.failed.has(same)) return false
  of.failed.add(same)
  return true
}

export const passingFaults: readonly Defect[] = [
  tooMuch({
    id: 'unavailable-now-and-then',
    breaks: 'errors.no-passing-failure',
    says: 'Some requests get a 503, and succeed if they are sent again',
    guard: 'available',
    refusal: { status: 503, description: 'The server is busy. Try again' },
    isRefused: isUnlucky,
  }),
]
