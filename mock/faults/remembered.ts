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
  /** The guards that are not asked again: all that have a family, a requirement or an id of this name. */
  of: string
  by: keyof typeof memories
  breaks: string
  says: string
}

const each = (
  of: string,
  by: ReadonlyArray<keyof typeof memories>,
  breaks: string,
  says: string,
): Remembered[] => by.map((one) => ({ of, by: one, breaks, says }))

const all: readonly Remembered[] = [
  ...['token.known', 'token.expired', 'token.revoked'].flatMap((of) =>
    each(of, ['key', 'connection'], of, 'every token is accepted'),
  ),
  ...each('signature', ['token', 'key', 'connection'], 'signature.verifies', 'every signature is accepted'),
  ...each(
    'digest-matches-body',
    ['token', 'connection'],
    'signature.digest.matches-body',
    'every digest is accepted',
  ),
  ...['right.create', 'right.read'].flatMap((of) =>
    each(of, ['token', 'connection'], of, 'every operation is allowed'),
  ),
  ...['right.wallet.create', 'right.wallet.get-quote', 'right.wallet.list'].flatMap((of) =>
    each(of, ['token', 'connection'], of, 'every wallet is allowed'),
  ),
]

/** Of these nothing is remembered the first time. */
const neverFirst: Readonly<Record<keyof typeof memories, readonly string[]>> = {
  token: ['first-use-of-token'],
  key: [],
  connection: ['first-on-connection'],
}

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
      id: `${of.replaceAll('.', '-')}-remembered-by-${by}`,
      breaks,
      says: `After a valid request, ${says} with the same ${by}`,
      source: 'guard',
      transformation: 'remembered',
      without: guards
        .filter(({ id, family, requirement }) => [id, family, requirement].includes(of))
        .map(({ id }) => id),
      while: isRemembered,
      learns: ['began', 'answered'],
      never: neverFirst[by],
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
