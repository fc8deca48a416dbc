import { secret, uuid } from '../core/random.ts'
import { firstWallet, walletAt } from '../state/lookup.ts'
import type {
  AskedToken,
  Client,
  Grant,
  GrantedToken,
  Interaction,
  Token,
  Wallet,
} from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** What a grant request asks for. */
export interface AskedGrant {
  client: Client
  /** Empty where no token is asked for. */
  tokens: readonly AskedToken[]
  subject?: string
  /** Absent where no person has to decide. */
  interact?: Pick<Interaction, 'finish' | 'endpoint'>
}

/** How many are remembered; then the oldest are forgotten, with their tokens. */
export const mostGrants = 2000

/** Makes a grant: given at once, or to be decided by a person. */
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

/** The instant from which a client that is answered at this moment may continue. */
export function earliest({ now }: World): number {
  return now() + waitSeconds * 1000
}

/** Gives the grant its tokens. */
export function give(world: World, grant: Grant): void {
  for (const granted of grant.tokens) giveToken(world, grant, granted)
  grant.state = 'given'
}

/** Gives one token of a grant. The token before it is remembered as rotated, until the next one is given. */
export function giveToken(world: World, grant: Grant, granted: GrantedToken): void {
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

/** Those that it names, or all where it names none. */
const walletsOf = (world: World, access: AskedToken['access']): readonly [Wallet, ...Wallet[]] => {
  const named = access.flatMap(({ identifier = '' }) => walletAt(world, identifier) ?? [])
  const [first = firstWallet(world), ...further] = named.length > 0 ? new Set(named) : world.wallets.values()
  return [first, ...further]
}

const takeToken = ({ tokens, grants }: World, { token, before, manageId }: GrantedToken): void => {
  for (const each of [token, before]) if (each) tokens.delete(each.value)
  grants.byManageId.delete(manageId)
}

/** Ends a grant, and its tokens with it. */
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

/** A person decides; the client learns of it by the reference. */
export function decide({ random }: World, grant: Grant, interaction: Interaction, accepts: boolean): void {
  grant.state = accepts ? 'accepted' : 'denied'
  interaction.reference = uuid(random)
}

/** How long a client has to wait before it continues, in seconds; RFC 9635, section 3.1, wants no fewer than five. */
export const waitSeconds = 5

/** How long a person may take to decide, in milliseconds. */
const interactionLife = 10 * 60_000
