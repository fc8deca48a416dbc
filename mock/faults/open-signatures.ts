import type { Context, World } from '../state/world.ts'
import type { Fault } from './fault.ts'
import { failingAt } from './refusing-too-much.ts'

const header = ({ request }: Context, name: string): string => request.headers.get(name) ?? ''

/** A parameter of the first signature that is a number of seconds; in milliseconds. */
const timeIn = (context: Context, name: string): number | undefined => {
  const seconds = new RegExp(`;${name}=(-?\\d+)`).exec(header(context, 'signature-input'))?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

const labelsIn = (field: string): string =>
  [...field.matchAll(/(?:^|, *)([a-z*][\w.*-]*)=/g)].map(([, label]) => label).join()

const hour = 3_600_000

const noncesSeen = new WeakMap<World, Set<string>>()

const isSeenAgain = (context: Context): boolean => {
  const seen = noncesSeen.get(context.world) ?? new Set()
  noncesSeen.set(context.world, seen)
  const nonce = /;nonce=("[^"]*")/.exec(header(context, 'signature-input'))?.[1]
  return nonce !== undefined && seen.size === seen.add(nonce).size
}

/** Whatever the operation. */
const broughtDown = (id: string, says: string, isRefused: (context: Context) => boolean): Fault =>
  failingAt(id, undefined, says, isRefused)

/** Failures at signatures that the server may serve or refuse. */
export const openSignatureFaults: readonly Fault[] = [
  broughtDown(
    'far-created-answered-500',
    'A signature created more than an hour before or after now gets a 500',
    (context) => {
      const { world } = context
      return Math.abs((timeIn(context, 'created') ?? world.now()) - world.now()) > hour
    },
  ),
  broughtDown(
    'passed-expires-answered-500',
    'An expired signature gets a 500',
    (context) => (timeIn(context, 'expires') ?? Number.POSITIVE_INFINITY) < context.world.now(),
  ),
  broughtDown('replay-answered-500', 'A repeated nonce gets a 500', isSeenAgain),
  broughtDown(
    'lone-label-answered-500',
    'A label that is in only one of the two signature headers gets a 500',
    (context) => labelsIn(header(context, 'signature')) !== labelsIn(header(context, 'signature-input')),
  ),
  broughtDown('several-signatures-answered-500', 'A request with several signatures gets a 500', (context) =>
    header(context, 'signature').includes(','),
  ),
]
