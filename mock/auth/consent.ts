import { type Request, type Response, Router } from 'express'
import { tell } from '../exchanges/told.ts'
import type { Grant, Interaction } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { askingPage, page, pagePolicy } from './consent-page.ts'
import { finishUrl, formTarget } from './finish.ts'
import { decide } from './grants.ts'

type Interact = Request<{ id: string; secret: string }>

/** Where a person decides on a grant: a page with a form, which anything that sends forms can use as well. */
export function consentRouter(world: World): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const path = '/:id/:secret'
  router.get(path, (request: Interact, response) => {
    tell(response, { operation: 'interact' })
    const asked = open(world, request, response)
    if (asked) show(response, 200, askingPage(world, asked.grant), asked.interaction)
  })
  router.post(path, (request: Interact, response) => {
    tell(response, { operation: 'interact' })
    const asked = open(world, request, response)
    const decision = new URLSearchParams(String(request.body ?? '')).get('decision')
    if (!asked) return
    if (decision === 'accept' || decision === 'decline') {
      decide(world, asked.grant, asked.interaction, decision === 'accept')
      leave(response, asked.interaction)
    } else refuse(response, 400, 'The form has to say decision=accept or decision=decline.')
  })
  return router
}

interface Asked {
  grant: Grant
  interaction: Interaction
}

/** The grant that is to be decided; where there is none, the person is told why. */
const open = ({ grants, now }: World, { params }: Interact, response: Response): Asked | undefined => {
  const grant = grants.byInteraction.get(params.id)
  const interaction = grant?.interaction
  if (!grant || interaction?.secret !== params.secret) {
    return refuse(response, 404, 'There is nothing to decide at this address, or no longer.')
  }
  if (grant.state !== 'asked') return refuse(response, 409, 'This has been decided before.')
  if (interaction.expiresAt <= now()) return refuse(response, 410, 'The time to decide this is over.')
  return { grant, interaction }
}

/** Back to the client where it said whereto. */
const leave = (response: Response, interaction: Interaction): void => {
  if (interaction.finish) response.redirect(303, finishUrl(interaction, interaction.finish))
  else show(response, 200, page('Decided', 'The client can go on. You can close this window.'))
}

const refuse = (response: Response, status: number, description: string): undefined => {
  tell(response, { refusal: { guard: 'unknown_interaction', description } })
  show(response, status, page('Nothing to decide', description))
}

const show = (response: Response, status: number, html: string, interaction?: Interaction): void => {
  const target = interaction?.finish && formTarget(interaction.finish.uri)
  response
    .status(status)
    .type('html')
    .set({
      'cache-control': 'no-store',
      'content-security-policy': pagePolicy(target),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  response.send(html)
}
