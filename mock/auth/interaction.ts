import type { Grant, Interaction } from '../state/resources.ts'
import type { World } from '../state/world.ts'

export interface AskedInteraction {
  grant: Grant
  interaction: Interaction
}

/** Why there is nothing to decide. */
export interface Closed {
  status: number
  description: string
}

/** The grant that is to be decided. `isRight`: whether who asks knows the interaction. */
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

/** Where the person goes after the decision; undefined where the client did not say. */
export function finishUrl(world: World, { grant, interaction }: AskedInteraction): string | undefined {
  const { finish } = interaction
  return finish && withQuery(finish.uri, outcomeOf(world, grant, interaction, finish))
}

/** What shows the client that it is the person who was asked, and what the person decided (RFC 9635, section 4.2.1). */
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
