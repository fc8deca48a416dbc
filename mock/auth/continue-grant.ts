import type { Shown } from '../core/answer.ts'
import { asObject, asText, member, parsedBody } from '../core/json.ts'
import type { ReceivedRequest } from '../core/request.ts'
import type { Grant } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { earliest, forget, give } from './grants.ts'
import { invalidInteraction, invalidRequest, Problem } from './problem.ts'
import { gnapToken, provenBy } from './proof.ts'
import { showContinuation, showGrant } from './show.ts'

/** Answers the continuation of a grant (RFC 9635, section 5). Throws a Problem where it is refused. */
export function continueGrant(world: World, request: ReceivedRequest, id: string): Shown {
  const grant = continued(world, request, id)
  if (world.now() < grant.continueFrom) {
    throw new Problem(
      400,
      'too_fast',
      `Wait until ${new Date(grant.continueFrom).toISOString()}, as the answer said`,
    )
  }
  grant.continueFrom = earliest(world)
  const reference = asText(member(asObject(parsedBody(request.body)), 'interact_ref'))
  if (grant.state === 'given') throw continuation('The grant has been given: manage its token instead')
  if (grant.state === 'asked') return stillAsked(world, grant, reference)
  if (grant.interaction?.finish && reference !== grant.interaction.reference) {
    throw invalidInteraction('interact_ref is not the one that the person came back with')
  }
  if (grant.state === 'denied') {
    forget(world, grant)
    throw new Problem(401, 'user_denied', 'The person declined')
  }
  give(world, grant)
  return showGrant(world, grant)
}

/** Ends a grant (RFC 9635, section 5.4): its token, if it has one, is dead. */
export function cancelGrant(world: World, request: ReceivedRequest, id: string): void {
  forget(world, continued(world, request, id))
}

const continued = (world: World, request: ReceivedRequest, id: string): Grant => {
  const grant = world.grants.byId.get(id)
  if (!grant) throw new Problem(404, 'invalid_continuation', 'There is no such grant, or no longer')
  if (gnapToken(request) !== grant.continueToken) {
    throw continuation(
      'The authorization header is not "GNAP " and the continuation access token of the grant',
    )
  }
  provenBy(world, request, grant.client.key)
  return grant
}

const stillAsked = (world: World, grant: Grant, reference: string | undefined): Shown => {
  if (grant.interaction && grant.interaction.expiresAt <= world.now()) {
    forget(world, grant)
    throw continuation('Nobody decided in time')
  }
  if (reference !== undefined) throw invalidInteraction('interact_ref is given, but nobody has decided yet')
  if (grant.interaction?.finish) {
    throw invalidRequest('interact_ref is absent: the grant goes on when the person has come back with it')
  }
  return { continue: showContinuation(world, grant) }
}

const continuation = (description: string): Problem => new Problem(401, 'invalid_continuation', description)
