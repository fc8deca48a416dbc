import { type Request, type RequestHandler, type Response, Router } from 'express'
import { type Shown, warningHeader, warningText } from '../core/answer.ts'
import { tell } from '../exchanges/recording.ts'
import { isForForeignHost, isFromForeignPage } from '../http/foreign-page.ts'
import { receivedRequest } from '../http/received.ts'
import { settle } from '../outgoing-payments/settle.ts'
import { authServerUrl } from '../state/lookup.ts'
import type { World } from '../state/world.ts'
import { consentRouter } from './consent.ts'
import { cancelGrant, continueGrant, revokeToken, rotateToken } from './continue-grant.ts'
import type { FetchKeys } from './fetch-keys.ts'
import { identityProviderRouter } from './identity-provider.ts'
import { Problem } from './problem.ts'
import type { AuthRequest } from './proof.ts'
import { requestGrant } from './request-grant.ts'

/** The path of the authorization server below the public URL. */
export const authPath = '/auth'

/** Returns the document of the response, or undefined for 204. Throws a Problem for a refusal. */
type AuthWork = (request: AuthRequest, id: string) => Shown | undefined | Promise<Shown>

/** The authorization server: GNAP (RFC 9635) in the profile of Open Payments, with a consent page. */
export function authRouter(world: World, fetchKeys: FetchKeys): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const work = (operation: string, does: AuthWork) => working(world, operation, does)
  router.post(
    '/',
    work('post-request', (request) => requestGrant(world, request, fetchKeys)),
  )
  router.post(
    '/continue/:id',
    work('post-continue', (request, id) => continueGrant(world, request, id)),
  )
  router.delete(
    '/continue/:id',
    work('delete-continue', (request, id) => void cancelGrant(world, request, id)),
  )
  router.post(
    '/token/:id',
    work('post-token', (request, id) => rotateToken(world, request, id)),
  )
  router.delete(
    '/token/:id',
    work('delete-token', (request, id) => void revokeToken(world, request, id)),
  )
  router.use('/interact', consentRouter(world))
  router.use('/interaction', identityProviderRouter(world))
  return router
}

const working =
  (world: World, operation: string, work: AuthWork): RequestHandler<{ id?: string }> =>
  async (request: Request<{ id?: string }>, response) => {
    tell(response, { operation })
    response.set('cache-control', 'no-store')
    settle(world)
    const asked = authRequest(request, world)
    try {
      const shown = await work(asked, request.params.id ?? '')
      if (asked.warnings.length > 0) response.set(warningHeader, warningText(asked.warnings))
      if (shown) response.json(shown)
      else response.status(204).end()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refuse(response, world, error)
    }
  }

const authRequest = (request: Request, { publicUrl }: World): AuthRequest => {
  const isForOther = request.headers.origin !== undefined && isForForeignHost(request, publicUrl)
  return Object.assign(receivedRequest(request, publicUrl), {
    warnings: [],
    isFromForeignPage: isForOther || isFromForeignPage(request, publicUrl),
  })
}

const refuse = (response: Response, world: World, { status, code, message, cause }: Problem): void => {
  const { guard = code, expected, keys } = cause
  const refusal = { guard, description: message, ...(expected !== undefined && { expected }) }
  tell(response, { refusal, ...(keys && keys.length > 0 && { keys }) })
  const challenge = status === 401 ? world.behaviour.answers.challenge(authServerUrl(world)) : undefined
  if (challenge !== undefined) response.set('www-authenticate', challenge)
  response.status(status).json({ error: { code, description: message } })
}
