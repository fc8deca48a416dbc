import { answeringBy, replacing } from '../../changes/replacing.ts'
import { type Family, families, type RefusalAnswer, unauthorized } from '../../core/answer.ts'
import type { OperationId } from '../../core/operations.ts'
import type { ReceivedRequest } from '../../core/request.ts'
import type { Guard } from '../../http/guard.ts'
import type { Arrived, Context, World } from '../../state/world.ts'
import type { Defect } from '../fault.ts'
import { keyIdIn } from './tokens.ts'

/** The parts of a request by which a server may remember that a check succeeded. */
const memories = {
  token: ({ headers }: ReceivedRequest): unknown => headers.get('authorization'),
  key: keyIdIn,
  connection: ({ connection }: ReceivedRequest): unknown => connection,
  'idempotency key': ({ headers }: ReceivedRequest): unknown => headers.get('idempotency-key'),
}

interface Remembered {
  /** The guards that are skipped: all whose family, requirement or id is this text. */
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
    each(of, ['key', 'connection', 'idempotency key'], of, 'every token is accepted'),
  ),
  ...each(
    'signature',
    ['token', 'key', 'connection', 'idempotency key'],
    'signature.verifies',
    'every signature is accepted',
  ),
  ...each('signature.key.bound', ['key'], 'signature.key.bound', 'every token is accepted'),
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

/**
 * Conditions that can never show such a fault, because nothing is remembered when something is used for the first time.
 */
const neverFirst: Readonly<Record<keyof typeof memories, readonly string[]>> = {
  token: ['first-use-of-token'],
  key: [],
  connection: ['first-on-connection'],
  'idempotency key': [],
}

/** Returns faults that skip guards once the same token, key, connection or idempotency key has succeeded. */
export function rememberedFaults(guards: readonly Guard[]): Defect[] {
  return all.map(
    ({ of, by, breaks, says }): Defect => ({
      id: `${of.replaceAll('.', '-')}-remembered-by-${by.replace(' ', '-')}`,
      breaks,
      says: `After a valid request, ${says} with the same ${by}`,
      source: 'guard',
      transformation: 'remembered',
      without: guards
        .filter(({ id, family, requirement }) => [id, family, requirement].includes(of))
        .map(({ id }) => id),
      learns: ['requests.began', 'answers.answered'],
      never: neverFirst[by],
      ...remembering(memories[by]),
    }),
  )
}

/** Remembers the token, key or connection of every answered request, separately for each world. */
const remembering = (
  whatOf: (typeof memories)[keyof typeof memories],
): Pick<Defect, 'while' | 'override'> => {
  const goodIn = new WeakMap<World, Set<unknown>>()
  const remember = ({ world, request }: Arrived): void => {
    const good = goodIn.get(world) ?? new Set()
    goodIn.set(world, good.add(whatOf(request)))
  }
  return {
    while: ({ world, request }) => {
      const what = whatOf(request)
      return what !== undefined && goodIn.get(world)?.has(what) === true
    },
    override: answeringBy((answer, arrived) => {
      remember(arrived)
      return answer
    }),
  }
}

/** An earlier request that a server remembers. */
interface RememberedRequest {
  request: ReceivedRequest
  operation: OperationId
  at: number
  /** The refusal and the family of its guard, or undefined if the request was accepted. */
  refused?: { refusal: RefusalAnswer; family: Family | undefined }
}

/** A server that refuses a valid request because of an earlier one. */
interface RefusedBecause {
  id: string
  says: string
  /** Returns true for the requests that are remembered. */
  remembers: (earlier: RememberedRequest) => boolean
  /** Returns true for the valid requests that are refused. */
  isRefused: (earlier: RememberedRequest, context: Context) => boolean
  /** The time for which a request is remembered, in milliseconds. By default, until a request was refused because of it. */
  lasts?: number
  /** The conditions under which no request is remembered. */
  never?: readonly string[]
}

/**
 * Makes a fault that remembers one request, and refuses a valid request because of it: as the remembered request was
 * refused, or else with 401.
 */
const refusedBecause = (
  { id, says, remembers, isRefused, lasts, never = [] }: RefusedBecause,
  guards: readonly Guard[],
): Defect => {
  const memory = new WeakMap<World, RememberedRequest>()
  const familyOf = new Map(guards.map((guard) => [guard.id, guard.family]))
  const remember = (context: Context, refused?: RememberedRequest['refused']): void => {
    const { world, request, operation } = context
    const earlier = { request, operation, at: world.now(), ...(refused && { refused }) }
    if (remembers(earlier)) memory.set(world, earlier)
  }
  const refusalBecause = (context: Context): RefusalAnswer | undefined => {
    const { world } = context
    const earlier = memory.get(world)
    const isOver = earlier && lasts !== undefined && world.now() - earlier.at > lasts
    if (!earlier || isOver || !isRefused(earlier, context)) return void remember(context)
    if (lasts === undefined) {
      memory.delete(world)
      remember(context)
    }
    return earlier.refused?.refusal ?? unauthorized(says)
  }
  return {
    id,
    breaks: 'signature.accepts.plain',
    says,
    source: 'guard',
    transformation: 'remembered',
    never,
    extraGuards: [{ id, family: 'rule', requirement: 'signature.accepts.plain', refuses: refusalBecause }],
    learns: ['answers.refused'],
    override: replacing('answers', 'refused', {
      takes: (refusal) => {
        const { context, guard } = refusal
        if (context && guard !== id) remember(context, { refusal, family: familyOf.get(guard) })
        return refusal
      },
    }),
  }
}

/** Returns true if an earlier and a later request share the part that the memory goes by. */
const alike = (by: keyof typeof memories, one: ReceivedRequest, other: ReceivedRequest): boolean =>
  memories[by](one) === memories[by](other)

/**
 * Makes a fault for each family of guards, and for whom its refusals harm: the same or another token, key or connection. A
 * token that was refused is in no valid request.
 */
const afterRefusals = families.flatMap((family) =>
  (['token', 'key', 'connection'] as const).flatMap((by) =>
    (family === by ? [false] : [true, false]).map(
      (isSame): RefusedBecause => ({
        id: `refusal-by-${family}-repeated-for-${isSame ? 'the-same' : 'another'}-${by}`,
        says: `After a refusal by a guard of the family ${family}, the next valid request with ${isSame ? 'the same' : 'another'} ${by} gets the same refusal`,
        remembers: ({ refused }) => refused?.family === family,
        isRefused: ({ request }, context) => alike(by, request, context.request) === isSame,
      }),
    ),
  ),
)

/** The tokens with which nothing can be created. */
const createsNothing = ['token-read-only', 'token-receivers']

/** Servers that refuse live tokens at times. */
const atTimes: readonly RefusedBecause[] = [
  {
    id: 'unauthorized-cached-by-token',
    says: 'A 401 is cached for a second, for all requests with the same token',
    lasts: 1000,
    remembers: ({ refused }) => refused?.refusal.status === 401,
    isRefused: ({ request }, context) => alike('token', request, context.request),
  },
  {
    id: 'key-evicted-by-another',
    says: 'The server caches one key, and refuses the first request with a key that is not cached',
    remembers: ({ refused }) => refused === undefined,
    isRefused: ({ request }, context) => !alike('key', request, context.request),
  },
  {
    id: 'replay-seen-by-body',
    says: 'A request with the token and body of the latest creation within two seconds is refused as a replay',
    lasts: 2000,
    never: createsNothing,
    remembers: ({ refused, operation }) => refused === undefined && operation.startsWith('create-'),
    isRefused: ({ request }, context) =>
      context.request.body.length > 0 &&
      Buffer.compare(request.body, context.request.body) === 0 &&
      alike('token', request, context.request),
  },
  {
    id: 'token-locked-by-creation',
    says: 'For 100 ms after something was created, all requests with its token are refused with 401',
    lasts: 100,
    never: createsNothing,
    remembers: ({ refused, operation }) => refused === undefined && operation.startsWith('create-'),
    isRefused: ({ request }, context) => alike('token', request, context.request),
  },
]

/** Returns faults that refuse valid requests because of earlier requests, of the same client or of another one. */
export function refusedBecauseFaults(guards: readonly Guard[]): Defect[] {
  return [...atTimes, ...afterRefusals].map((one) => refusedBecause(one, guards))
}
