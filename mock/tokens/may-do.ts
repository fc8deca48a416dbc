import type { OperationId } from '../core/operations.ts'
import { walletUrl } from '../state/lookup.ts'
import type { Access, AccessAction, AccessType, Client, Right, Token, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** What an operation takes: a right of the fixtures, or one of these actions on that type of resource. */
interface Needed {
  right: Right
  type: AccessType
  /** Whoever made the resource. */
  any: readonly AccessAction[]
  /** On what the client itself made. */
  own?: AccessAction
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

/** Whether a token may do an operation at all, on whatever wallet. */
export function mayDo({ rights, access }: Token, operation: OperationId): boolean {
  const needed = needs[operation]
  return access ? access.some((item) => gives(item, needed, true)) : rights.includes(needed.right)
}

/** Whether it may do what it may do at all on that wallet. */
export function mayDoOn(world: World, token: Token, operation: OperationId, wallet: Wallet): boolean {
  return token.access
    ? token.access.some((item) => gives(item, needs[operation], true) && covers(world, item, wallet))
    : token.wallets.includes(wallet)
}

/** A resource, as far as a right on it depends on it. */
export interface MadeResource {
  wallet: Wallet
  /** Who made it. */
  client?: Client
}

/** Whether it may do what it may do at all with that resource: a grant to `read` or `list` is for the client's own. */
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

/** Whether the client of the token created it. */
export function isOwn({ client: one }: Token, { client: other }: { client?: Client }): boolean {
  return one === other || (one.identity !== undefined && one.identity === other?.identity)
}
