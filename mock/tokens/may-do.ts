import type { OperationId } from '../core/operations.ts'
import { walletUrl } from '../state/lookup.ts'
import type {
  Access,
  AccessType,
  Client,
  GrantedAction,
  Right,
  Stored,
  Token,
  Wallet,
} from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** The access that an operation needs: a right of the fixtures, or one of these actions on that type of resource. */
interface Needed {
  right: Right
  type: AccessType
  /** Actions that suffice for a resource of any client. */
  any: readonly GrantedAction[]
  /** The action that suffices for a resource that the client itself made. */
  own?: GrantedAction
}

const creating = (type: AccessType): Needed => ({ right: 'create', type, any: ['create'] })
const reading = (type: AccessType): Needed => ({ right: 'read', type, any: ['read-all'], own: 'read' })
const listing = (type: AccessType): Needed => ({ right: 'read', type, any: ['list-all'], own: 'list' })

const needs: Readonly<Record<OperationId, Needed>> = {
  'create-quote': creating('quote'),
  'get-quote': reading('quote'),
  'create-incoming-payment': creating('incoming-payment'),
  'complete-incoming-payment': { right: 'create', type: 'incoming-payment', any: ['complete'] },
  'get-incoming-payment': reading('incoming-payment'),
  'list-incoming-payments': listing('incoming-payment'),
  'create-outgoing-payment': creating('outgoing-payment'),
  'get-outgoing-payment': reading('outgoing-payment'),
  'list-outgoing-payments': listing('outgoing-payment'),
  'get-outgoing-payment-grant': {
    right: 'read',
    type: 'outgoing-payment',
    any: ['create', 'read', 'read-all', 'list', 'list-all'],
  },
}

/** Returns true if a token permits an operation at all, on any wallet. */
export function mayDo({ rights, access }: Token, operation: OperationId): boolean {
  const needed = needs[operation]
  return access ? access.some((item) => gives(item, needed, true)) : rights.includes(needed.right)
}

/** Returns true if a token permits an operation on that wallet. Presumes that it permits the operation at all. */
export function mayDoOn(world: World, token: Token, operation: OperationId, wallet: Wallet): boolean {
  return token.access
    ? token.access.some((item) => gives(item, needs[operation], true) && covers(world, item, wallet))
    : token.wallets.includes(wallet)
}

/** The parts of a resource on which access to it depends. */
type MadeResource = Pick<Stored, 'wallet' | 'client'>

/**
 * Returns true if a token permits an operation on that resource. Presumes that it permits the operation at all. A grant
 * to `read` or `list` covers only the client's own resources.
 */
export function mayDoWith(world: World, token: Token, operation: OperationId, made: MadeResource): boolean {
  const isOwn = world.behaviour.grants.isOwn(token, made, operation)
  return token.access
    ? token.access.some((item) => gives(item, needs[operation], isOwn) && covers(world, item, made.wallet))
    : token.wallets.includes(made.wallet) && (isOwn || !token.ownOnly)
}

const gives = ({ type, actions }: Access, needed: Needed, isOwn: boolean): boolean =>
  type === needed.type &&
  actions.some((action) => needed.any.includes(action) || (isOwn && action === needed.own))

const covers = (world: World, { identifier }: Access, wallet: Wallet): boolean =>
  identifier === undefined || identifier === walletUrl(world, wallet)

/** Returns true if the client of the token made the resource. */
export function isOwn({ client: one }: Token, { client: other }: { client?: Client }): boolean {
  return one === other || (one.identity !== undefined && one.identity === other?.identity)
}
