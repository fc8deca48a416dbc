import { createHash, timingSafeEqual } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import { tell } from '../exchanges/recording.ts'
import { firstWallet, tokenOf } from '../state/lookup.ts'
import type { World } from '../state/world.ts'
import { decide } from './grants.ts'
import { type AskedInteraction, finishUrl, openInteraction } from './interaction.ts'
import { showAccess } from './show.ts'

/** The header in which an identity provider proves its identity. */
const secretHeader = 'x-idp-secret'

/**
 * The secret of the identity provider. It is derived from a token, so it is the same in every world with the same seed.
 */
export function identityProviderSecret(world: World): string {
  const { value } = tokenOf(world, firstWallet(world))
  return createHash('sha256').update(`identity provider ${value}`).digest('base64url')
}

type OfInteraction = Request<{ id: string; nonce: string; choice?: string }>

/**
 * Serves the interface that deployed servers have: an identity provider reads what is asked, and reports the decision
 * of the person.
 */
export function identityProviderRouter(world: World): Router {
  const router = Router({ strict: true, caseSensitive: true })
  router.get('/:id/:nonce', (request: OfInteraction, response) => {
    const asked = open(world, request, response)
    if (asked) response.json(shown(asked))
  })
  router.post('/:id/:nonce/:choice', (request: OfInteraction, response, next) => {
    const { choice } = request.params
    if (choice !== 'accept' && choice !== 'reject') return next()
    const asked = open(world, request, response)
    if (!asked) return
    decide(world, asked.grant, asked.interaction, choice === 'accept')
    const redirect = finishUrl(world, asked)
    response.status(202).json(redirect === undefined ? {} : { redirect })
  })
  return router
}

const open = (world: World, request: OfInteraction, response: Response): AskedInteraction | undefined => {
  tell(response, { operation: 'identity-provider' })
  response.set('cache-control', 'no-store')
  if (!same(request.get(secretHeader) ?? '', identityProviderSecret(world))) {
    return refuse(
      response,
      401,
      `The header ${secretHeader} is not the secret that --print-env prints as OP_IDP_SECRET.`,
    )
  }
  const { id, nonce } = request.params
  const asked = openInteraction(world, id, (interaction) => interaction.nonce === nonce)
  return 'status' in asked ? refuse(response, asked.status, asked.description) : asked
}

const same = (given: string, known: string): boolean =>
  given.length === known.length && timingSafeEqual(Buffer.from(given), Buffer.from(known))

const refuse = (response: Response, status: number, description: string): undefined => {
  const code = 'unknown_interaction'
  tell(response, { refusal: { guard: code, description } })
  response.status(status).json({ error: { code, description } })
}

const shown = ({ grant: { id, tokens, subject, client } }: AskedInteraction) => ({
  grantId: id,
  state: 'PENDING',
  client: client.identity,
  access: tokens.flatMap(({ access }) => access.map(showAccess)),
  ...(subject !== undefined && { subject: { sub_ids: [{ id: subject, format: 'uri' }] } }),
})
