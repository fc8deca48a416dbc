import { showAmount } from '../core/amounts.ts'
import type { Shown } from '../core/answer.ts'
import { authServerUrl } from '../state/lookup.ts'
import type { Access, Grant, GrantToken } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { waitSeconds } from './grants.ts'

/**
 * The response that describes a grant. A given grant shows its tokens, and the person's wallet address if the client
 * asked for it. An undecided grant shows where a person decides. Both show how to continue.
 */
export function showGrant(world: World, grant: Grant): Shown {
  return {
    ...(grant.state === 'given' && showTokens(world, grant)),
    ...(grant.state === 'given' && grant.subject !== undefined && { subject: showSubject(grant.subject) }),
    ...(grant.state === 'asked' && { interact: showInteraction(world, grant) }),
    continue: showContinuation(world, grant),
  }
}

/** Shows several tokens as an array, each with its label (RFC 9635, section 3.2.2). */
const showTokens = (world: World, { tokens }: Grant): Shown => {
  const shown = tokens.map((granted) => showToken(world, granted))
  const [first] = tokens
  return first ? { access_token: first.label === undefined ? shown[0] : shown } : {}
}

const showSubject = (id: string): Shown => ({ sub_ids: [{ id, format: 'uri' }] })

export function showContinuation(world: World, grant: Grant): Shown {
  return {
    access_token: { value: grant.continueToken },
    uri: `${authServerUrl(world)}/continue/${grant.id}`,
    ...(grant.state === 'asked' && { wait: waitSeconds }),
  }
}

const showInteraction = (world: World, { interaction }: Grant): Shown => ({
  redirect: `${authServerUrl(world)}/interact/${interaction?.id}/${interaction?.secret}`,
  finish: interaction?.nonce,
})

export function showToken(world: World, { label, token, manageId, access }: GrantToken): Shown {
  return {
    value: token?.value,
    ...(label !== undefined && { label }),
    manage: `${authServerUrl(world)}/token/${manageId}`,
    expires_in: Math.max(0, Math.floor(((token?.expiresAt ?? 0) - world.now()) / 1000)),
    access: access.map(showAccess),
  }
}

export function showAccess({ limits, ...item }: Access): Shown {
  if (!limits) return { ...item }
  const { debitAmount, receiveAmount, ...rest } = limits
  return {
    ...item,
    limits: {
      ...rest,
      ...(debitAmount && { debitAmount: showAmount(debitAmount) }),
      ...(receiveAmount && { receiveAmount: showAmount(receiveAmount) }),
    },
  }
}
