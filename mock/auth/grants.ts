import { secret, uuid } from '../core/random.ts'
import { firstWallet, walletAt } from '../state/lookup.ts'
import type { AskedToken, Client, Grant, GrantToken, Interaction, Token, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** The contents of a grant request. */
export interface AskedGrant {
  client: Client
  /** The tokens that the client asks for, or an empty array if it asks for none. */
  tokens: readonly AskedToken[]
  subject?: string
  /** The interaction with the person who has to decide, or undefined if nobody has to. */
  interact?: Pick<Interaction, 'finish' | 'endpoint'>
}

/** The most grants that are kept. Beyond that, the mock drops the oldest ones with their tokens. */
export const mostGrants = 2000

/** Creates a grant. It is given at once, unless a person has to decide. */
export function makeGrant(world: World, { interact, tokens, ...asked }: AskedGrant): Grant {
  const { random, grants } = world
  const grant: Grant = {
    id: uuid(random),
    ...asked,
    tokens: tokens.map((token) => ({ ...token, manageId: '' })),
    state: 'asked',
    continueToken: secret(random, 24),
    continueFrom: earliest(world),
  }
  grants.byId.set(grant.id, grant)
  if (interact) {
    grant.interaction = interactionFor(world, interact)
    grants.byInteraction.set(grant.interaction.id, grant)
  } else give(world, grant)
  forgetOldest(world)
  return grant
}

const interactionFor = (
  { random, now }: World,
  interact: Pick<Interaction, 'finish' | 'endpoint'>,
): Interaction => ({
  id: uuid(random),
  secret: secret(random, 24),
  expiresAt: now() + interactionLife,
  nonce: secret(random, 24),
  ...interact,
})

/** The earliest time at which a client that gets its response now may continue. */
export function earliest({ now }: World): number {
  return now() + waitSeconds * 1000
}

/** Issues all tokens of the grant. */
export function give(world: World, grant: Grant): void {
  for (const granted of grant.tokens) giveToken(world, grant, granted)
  grant.state = 'given'
}

/** Issues one token of a grant. Its predecessor is kept as a rotated token until the next rotation. */
export function giveToken(world: World, grant: Grant, granted: GrantToken): void {
  const { token: before } = granted
  takeToken(world, granted)
  if (before) {
    granted.before = { ...before, rotated: true }
    world.tokens.set(before.value, granted.before)
  }
  const token = tokenFor(world, grant, granted)
  granted.token = token
  granted.manageId = uuid(world.random)
  world.tokens.set(token.value, token)
  world.grants.byManageId.set(granted.manageId, grant)
}

const tokenFor = (world: World, grant: Grant, { access }: AskedToken): Token => ({
  value: secret(world.random, 24),
  kind: 'further',
  client: grant.client,
  wallets: walletsOf(world, access),
  rights: [],
  access,
  grant,
  expiresAt: world.now() + world.behaviour.grants.tokenLife(),
})

/** The wallets that the access names, or all wallets if it names none. */
const walletsOf = (world: World, access: AskedToken['access']): readonly [Wallet, ...Wallet[]] => {
  const named = access.flatMap(({ identifier = '' }) => walletAt(world, identifier) ?? [])
  const [first = firstWallet(world), ...further] = named.length > 0 ? new Set(named) : world.wallets.values()
  return [first, ...further]
}

const takeToken = ({ tokens, grants }: World, { token, before, manageId }: GrantToken): void => {
  for (const each of [token, before]) if (each) tokens.delete(each.value)
  grants.byManageId.delete(manageId)
}

/** Ends a grant and its tokens. */
export function forget(world: World, grant: Grant): void {
  for (const granted of grant.tokens) takeToken(world, granted)
  world.grants.byId.delete(grant.id)
  if (grant.interaction) world.grants.byInteraction.delete(grant.interaction.id)
}

const forgetOldest = (world: World): void => {
  for (const grant of world.grants.byId.values()) {
    if (world.grants.byId.size <= mostGrants) return
    forget(world, grant)
  }
}

/** Records the decision of a person. The client learns of it through the reference. */
export function decide({ random }: World, grant: Grant, interaction: Interaction, accepts: boolean): void {
  grant.state = accepts ? 'accepted' : 'denied'
  interaction.reference = uuid(random)
}

/** Seconds that a client has to wait before it continues. RFC 9635, section 3.1, demands at least five. */
export const waitSeconds = 5

/** Milliseconds within which a person has to decide. */
const interactionLife = 10 * 60_000
