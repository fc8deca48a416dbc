import type { Shown } from '../core/answer.ts'
import type { ReceivedRequest } from '../core/request.ts'
import type { Grant, Token } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { give } from './grants.ts'
import { invalidClient, Problem } from './problem.ts'
import { gnapToken, provenBy } from './proof.ts'
import { showToken } from './show.ts'

/** Replaces a token by a new one of the same grant (RFC 9635, section 6.1), alive or expired. Throws a Problem. */
export function rotateToken(world: World, request: ReceivedRequest, id: string): Shown {
  const grant = world.grants.byManageId.get(id)
  if (!grant) throw new Problem(404, 'invalid_rotation', 'There is no such token, or no longer')
  const token = managed(world, request, grant)
  if (token.revoked) throw new Problem(400, 'invalid_rotation', 'The access token has been revoked')
  return { access_token: showToken(world, grant, give(world, grant)) }
}

/** Ends a token (RFC 9635, section 6.2); once more does no harm. Throws a Problem. */
export function revokeToken(world: World, request: ReceivedRequest, id: string): void {
  const grant = world.grants.byManageId.get(id)
  if (!grant) throw invalidClient('There is no such token, or no longer')
  managed(world, request, grant).revoked = true
}

/** The token of a grant, whose holder and client the request is from. */
const managed = (world: World, request: ReceivedRequest, { token, client }: Grant): Token => {
  if (!token || gnapToken(request) !== token.value) {
    throw invalidClient('The authorization header is not "GNAP " and the access token that is managed here')
  }
  provenBy(world, request, client.key)
  return token
}
