import type { Family } from '../core/answer.ts'
import type { ReceivedRequest } from '../core/request.ts'
import type { Guard } from '../http/guard.ts'
import type { Arrived, Context, World } from '../state/world.ts'
import type { Fault } from './fault.ts'

/** What a server remembers a good result by. */
const memories = {
  token: ({ headers }: ReceivedRequest): unknown => headers.get('authorization'),
  key: ({ headers }: ReceivedRequest): unknown =>
    /;keyid="([^"]*)"/.exec(headers.get('signature-input') ?? '')?.[1],
  connection: ({ connection }: ReceivedRequest): unknown => connection,
}

interface Remembered {
  /** The guards that are not asked again, by family or one by its id. */
  of: Family | 'digest-matches-body'
  by: keyof typeof memories
  breaks: string
  says: string
}

const all: readonly Remembered[] = [
  { of: 'token', by: 'key', breaks: 'token.known', says: 'every token is accepted' },
  { of: 'token', by: 'connection', breaks: 'token.known', says: 'every token is accepted' },
  { of: 'signature', by: 'token', breaks: 'signature.verifies', says: 'every signature is accepted' },
  { of: 'signature', by: 'key', breaks: 'signature.verifies', says: 'every signature is accepted' },
  { of: 'signature', by: 'connection', breaks: 'signature.verifies', says: 'every signature is accepted' },
  {
    of: 'digest-matches-body',
    by: 'token',
    breaks: 'signature.digest.matches-body',
    says: 'every digest is accepted',
  },
  {
    of: 'digest-matches-body',
    by: 'connection',
    breaks: 'signature.digest.matches-body',
    says: 'every digest is accepted',
  },
  { of: 'right', by: 'token', breaks: 'right.create', says: 'every operation and wallet is allowed' },
  { of: 'right', by: 'connection', breaks: 'right.create', says: 'every operation and wallet is allowed' },
]

/** Guards that are not asked again once the same token, key or connection had a good result. */
export function rememberedFaults(guards: readonly Guard[]): Fault[] {
  return all.map(({ of, by, breaks, says }): Fault => {
    const goodIn = new WeakMap<World, Set<unknown>>()
    const isRemembered = ({ world, request }: Context): boolean => {
      const what = memories[by](request)
      return what !== undefined && goodIn.get(world)?.has(what) === true
    }
    const remember = ({ world, request }: Arrived): void => {
      const good = goodIn.get(world) ?? new Set()
      goodIn.set(world, good.add(memories[by](request)))
    }
    return {
      id: `${of}-remembered-by-${by}`,
      breaks,
      says: `After a valid request, ${says} with the same ${by}`,
      source: 'guard',
      transformation: 'remembered',
      without: guards.filter(({ id, family }) => id === of || family === of).map(({ id }) => id),
      while: isRemembered,
      override: ({ began, answered }) => {
        let latest: Arrived | undefined
        return {
          began: (arrived) => {
            began(arrived)
            latest = arrived
          },
          answered: (answer, operation) => {
            if (latest) remember(latest)
            return answered(answer, operation)
          },
        }
      },
    }
  })
}
