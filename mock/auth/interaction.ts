import type { Grant, Interaction } from '../state/resources.ts'
import type { World } from '../state/world.ts'

export interface AskedInteraction {
  grant: Grant
  interaction: Interaction
}

/** The reason why there is nothing to decide. */
export interface Closed {
  status: number
  description: string
}

/** Looks up a grant that is to be decided. `isRight` checks that the caller knows the interaction. */
export function openInteraction(
  { grants, now }: World,
  id: string,
  isRight: (interaction: Interaction) => boolean,
): AskedInteraction | Closed {
  const grant = grants.byInteraction.get(id)
  const interaction = grant?.interaction
  if (!grant || !interaction || !isRight(interaction)) {
    return { status: 404, description: 'There is no open request at this address.' }
  }
  if (grant.state !== 'asked') return { status: 409, description: 'This request has already been decided.' }
  if (interaction.expiresAt <= now()) return { status: 410, description: 'This request has expired.' }
  return { grant, interaction }
}

/** The URL to which the person is redirected after the decision, or undefined if the client named none. */
export function finishUrl(world: World, { grant, interaction }: AskedInteraction): string | undefined {
  const { finish } = interaction
  return finish && withQuery(finish.uri, outcomeOf(world, grant, interaction, finish))
}

/**
 * The query parameters that tell the client the decision, and prove that it comes from the person who was asked (RFC
 * 9635, section 4.2.1).
 */
function outcomeOf(
  world: World,
  { state }: Grant,
  { reference = '', nonce, endpoint }: Interaction,
  finish: NonNullable<Interaction['finish']>,
): Readonly<Record<string, string>> {
  const hash = world.behaviour.grants.interactionHash([finish.nonce, nonce, reference, endpoint].join('\n'))
  const accepted = { hash, interact_ref: reference }
  return state === 'denied' ? world.behaviour.grants.declined(accepted) : accepted
}

const withQuery = (uri: string, parameters: Readonly<Record<string, string>>): string => {
  const [address = '', ...fragment] = uri.split('#')
  const query = new URLSearchParams(parameters)
  return [`${address}${address.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}
