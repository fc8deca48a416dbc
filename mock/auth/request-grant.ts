import type { Shown } from '../core/answer.ts'
import { asObject, asText, type JsonObject, parsedBody } from '../core/json.ts'
import type { ReceivedRequest } from '../core/request.ts'
import type { Interaction } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { accessIn, needsConsent } from './access-request.ts'
import { clientIn, type NamedClient } from './client.ts'
import type { FetchKeys } from './fetch-keys.ts'
import { finishIn } from './finish.ts'
import { makeGrant } from './grants.ts'
import { invalidRequest } from './problem.ts'
import { isSigned, provenKey } from './proof.ts'
import { showGrant } from './show.ts'

/** Answers a grant request (RFC 9635, section 2). Throws a Problem where it is refused. */
export async function requestGrant(
  world: World,
  request: ReceivedRequest,
  fetchKeys: FetchKeys,
): Promise<Shown> {
  if (!isSigned(request)) provenKey(world, request, new Map())
  const body = asObject(parsedBody(request.body))
  if (!body) throw invalidRequest('The body is not a JSON object')
  const named = clientIn(world, body['client'], fetchKeys)
  const client = { identity: named.identity, key: provenKey(world, request, await named.keys()) }
  const access = accessIn(world, accessAsked(body))
  const interact = needsConsent(access) ? interactionIn(body, named, request) : undefined
  return showGrant(world, makeGrant(world, { client, access, ...(interact && { interact }) }))
}

const accessAsked = (body: JsonObject): unknown => {
  if (body['subject'] !== undefined)
    throw invalidRequest('Of subject nothing is known here: ask for access_token')
  const asked = asObject(body['access_token'])
  if (!asked)
    throw invalidRequest('access_token is not a JSON object; of several tokens each has a request of its own')
  return asked['access']
}

const interactionIn = (
  body: JsonObject,
  { walletAddress }: NamedClient,
  { targetUri }: ReceivedRequest,
): Pick<Interaction, 'finish' | 'endpoint'> => {
  if (walletAddress === undefined) {
    throw invalidRequest(
      'A client known by client.jwk alone gets nothing that needs consent: name its wallet address',
    )
  }
  const interact = asObject(body['interact'])
  if (!interact) {
    throw invalidRequest(
      'What is asked for needs the consent of a person: send interact with start ["redirect"]',
    )
  }
  const { start } = interact
  if (!Array.isArray(start) || !start.some((mode: unknown) => asText(mode) === 'redirect')) {
    throw invalidRequest('interact.start has no "redirect"')
  }
  const finish = finishIn(interact['finish'])
  return { endpoint: targetUri, ...(finish && { finish }) }
}
