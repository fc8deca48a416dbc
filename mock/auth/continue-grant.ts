import type { Shown } from '../core/answer.ts'
import { asObject, asText, member, parsedBody } from '../core/json.ts'
import type { Grant, GrantToken, Interaction } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { earliest, forget, give, giveToken, waitSeconds } from './grants.ts'
import { invalidClient, notContinued, Problem } from './problem.ts'
import { type AuthRequest, gnapToken, provenBy } from './proof.ts'
import { showContinuation, showGrant, showToken } from './show.ts'

/** Answers the continuation of a grant (RFC 9635, section 5). Throws a Problem if it is refused. */
export function continueGrant(world: World, request: AuthRequest, id: string): Shown {
  const grant = continued(world, request, id)
  if (grant.state === 'given') throw continuation('The grant is complete. Manage its access token instead')
  if (world.now() < grant.continueFrom) {
    const from = new Date(grant.continueFrom).toISOString()
    const says = `Too early. Continue at ${from} or later: between two requests there have to be ${waitSeconds} s`
    throw new Problem(400, 'too_fast', says)
  }
  grant.continueFrom = earliest(world)
  const reference = asText(member(asObject(parsedBody(request.body)), 'interact_ref'))
  if (grant.state === 'asked') return stillAsked(world, grant, reference)
  if (grant.state === 'denied') {
    forget(world, grant)
    throw new Problem(401, 'request_denied', 'The user declined')
  }
  if (grant.interaction?.finish) expectReference(grant.interaction, reference)
  give(world, grant)
  return showGrant(world, grant)
}

const expectReference = (interaction: Interaction, reference: string | undefined): void => {
  if (reference === undefined) {
    throw notContinued(
      'invalid_request',
      'interact_ref is missing: continue the grant with the value from the redirect after the interaction',
      'interact-ref',
    )
  }
  if (reference !== interaction.reference) {
    throw notContinued(
      'invalid_continuation',
      interaction.reference === undefined
        ? 'interact_ref is present, but the user has not decided yet'
        : 'interact_ref is not the value from the redirect after the interaction',
      'interact-ref',
    )
  }
}

/** Ends a grant (RFC 9635, section 5.4), together with its tokens. */
export function cancelGrant(world: World, request: AuthRequest, id: string): void {
  if (!world.grants.byId.has(id))
    throw notContinued('invalid_request', 'Grant not found', 'continuation-known')
  forget(world, continued(world, request, id))
}

const continued = (world: World, request: AuthRequest, id: string): Grant => {
  const grant = world.grants.byId.get(id)
  if (!grant) throw notContinued('invalid_continuation', 'Grant not found', 'continuation-known')
  if (gnapToken(request) !== grant.continueToken) {
    throw continuation(
      'The authorization header is not "GNAP " and the continuation access token of the grant',
      'continuation-token',
    )
  }
  provenBy(world, request, grant.client.key)
  return grant
}

const stillAsked = (world: World, grant: Grant, reference: string | undefined): Shown => {
  if (grant.interaction && grant.interaction.expiresAt <= world.now()) {
    forget(world, grant)
    throw continuation('The user did not decide in time')
  }
  if (grant.interaction && (grant.interaction.finish || reference !== undefined)) {
    expectReference(grant.interaction, reference)
  }
  return { continue: showContinuation(world, grant) }
}

const continuation = (description: string, guard?: string): Problem =>
  new Problem(401, 'invalid_continuation', description, guard === undefined ? {} : { guard })

const managedKnown = { guard: 'managed-known' }

/**
 * Replaces a token, expired or not, by a new one of the same grant (RFC 9635, section 6.1). Throws a Problem if it is
 * refused.
 */
export function rotateToken(world: World, request: AuthRequest, id: string): Shown {
  const grant = world.grants.byManageId.get(id)
  if (!grant) throw new Problem(404, 'invalid_rotation', 'Access token not found', managedKnown)
  const granted = managed(world, request, grant, id)
  if (granted.token?.revoked) throw new Problem(400, 'invalid_rotation', 'The access token has been revoked')
  giveToken(world, grant, granted)
  return { access_token: showToken(world, granted) }
}

/** Ends a token (RFC 9635, section 6.2). A second revocation has no effect. Throws a Problem if it is refused. */
export function revokeToken(world: World, request: AuthRequest, id: string): void {
  const grant = world.grants.byManageId.get(id)
  if (!grant) throw invalidClient('Access token not found', managedKnown)
  const { token } = managed(world, request, grant, id)
  if (token) token.revoked = true
}

/** The token that this management URL belongs to. The request must carry that token and be signed by its client. */
const managed = (world: World, request: AuthRequest, { tokens, client }: Grant, id: string): GrantToken => {
  const granted = tokens.find(({ manageId }) => manageId === id)
  if (!granted || gnapToken(request) !== granted.token?.value) {
    throw invalidClient('The authorization header is not "GNAP " and the access token of this URL', {
      guard: 'managed-token',
    })
  }
  provenBy(world, request, client.key)
  return granted
}
