import type { HttpRequest } from '../../core/http-request.ts'
import { likeness } from '../../http/records/marker.ts'
import type { Credential, Target } from '../../target-file/target.ts'
import type { Unweighed } from './finding.ts'
import { by } from './requests.ts'
import type { DraftFor, TrialDifference, Trials, TriedAnswer } from './trials.ts'
import { answerOf, soundsLike } from './words.ts'

/** The part of a request that a refusal is to be blamed on. */
export type Blame = 'token' | 'dead token' | 'key id' | 'key' | 'undecided' | 'other'

/**
 * Requests that are invalid on purpose. The doctor compares the server's response to each with its response to the
 * valid request.
 */
type InvalidTrial = 'invented token' | 'no token' | 'invented key id' | 'altered signature' | 'no signature'

/**
 * Makes one part of a valid request invalid at a time and compares the refusals. A server answers differently to a good
 * part than to a bad one, unless it refused the request before it looked at that part.
 */
export async function blameOf(ask: DraftFor, refused: TriedAnswer, trials: Trials): Promise<Blame> {
  const alike = new Set<InvalidTrial>()
  for (const { invalid, as, difference } of tampering(ask, trials.target)) {
    if (soundsLike(refused, await trials.ask(as, difference))) alike.add(invalid)
  }
  return verdictOn(alike, answerOf(refused))
}

/** Decides from the invalid requests that were refused like the valid one, and from the server's words. */
export function verdictOn(alike: ReadonlySet<InvalidTrial>, words = ''): Blame {
  if (alike.size === 5) return 'undecided'
  // The server refuses the request whatever its signature, and differently than it refuses an unknown token.
  const isUnsigned = alike.has('no signature') && alike.has('altered signature')
  if (isUnsigned && !alike.has('invented token') && /\b(?:token|grant)\b/i.test(words)) return 'dead token'
  const isToken = alike.has('invented token')
  if (
    isToken &&
    (alike.has('no signature') || !(alike.has('altered signature') || alike.has('invented key id')))
  )
    return 'token'
  if (alike.has('invented key id')) return 'key id'
  return alike.has('altered signature') ? 'key' : 'other'
}

interface Tampering {
  invalid: InvalidTrial
  as: DraftFor
  difference?: TrialDifference
}

const tampering = (ask: DraftFor, target: Target): Tampering[] => [
  { invalid: 'invented token', as: by(inventedLike(target.tokens.full), ask) },
  { invalid: 'no token', as: by(undefined, ask) },
  { invalid: 'invented key id', as: ask, difference: { target: withInventedKeyId(target) } },
  { invalid: 'altered signature', as: ask, difference: { tamper: withAlteredSignature } },
  { invalid: 'no signature', as: (as) => ({ ...ask(as), signing: 'none' }) },
]

/** Returns a token of the same length and alphabet, so that the server cannot tell the two apart by form. */
const inventedLike = (token: Credential): Credential => ({
  name: 'an invented token',
  value: async () => likeness(await token.value()),
})

export function withInventedKeyId(target: Target): Target {
  const { signing } = target
  return { ...target, signing: { ...signing, values: { keyid: likeness(signing.key.keyId) } } }
}

export function withAlteredSignature(message: HttpRequest): HttpRequest {
  const { signature = '' } = message.headers
  const altered = signature.replace(/=:(.)/, (_, first: string) => `=:${first === 'A' ? 'B' : 'A'}`)
  return { ...message, headers: { ...message.headers, signature: altered } }
}

/** Returns the finding for the case that no single difference made the server accept the request. */
export function blamed(blame: Blame, refused: TriedAnswer, { baseUrl, signing }: Target): Unweighed {
  const said = answerOf(refused)
  return { ...tokenFindings(said), ...keyFindings(signing.key.keyId, baseUrl, said) }[blame]
}

type TokenBlame = 'token' | 'dead token' | 'other'
const tokenFindings = (said: string): Record<TokenBlame, Unweighed> => ({
  token: {
    fact: `The server refuses tokens.full in the same way as an invented token (${said})`,
    place: ['tokens', 'full'],
    next: 'give a valid token that is bound to the key of signing',
  },
  'dead token': {
    fact: `The server refuses tokens.full, whatever the signature (${said})`,
    place: ['tokens', 'full'],
    next: 'give a valid token; this one may have expired or been revoked',
  },
  other: {
    fact: `The server knows tokens.full and the key, but still refuses a valid request (${said})`,
    place: ['tokens', 'full'],
    next: 'give a token that allows every operation on walletAddress',
  },
})

const keyFindings = (
  keyId: string,
  baseUrl: string,
  said: string,
): Record<Exclude<Blame, TokenBlame>, Unweighed> => {
  const against = `or the server verifies against a URL other than ${baseUrl} (a proxy in front of it may change scheme, host or path)`
  return {
    'key id': {
      fact: `The server answers the key id "${keyId}" in the same way as an invented key id (${said})`,
      place: ['signing', 'keyId'],
      next: `set the id under which the server knows the key, or register the public half of the key under "${keyId}"`,
    },
    key: {
      fact: `The server knows the key id "${keyId}", but the signature does not verify (${said})`,
      place: ['signing', 'privateKey'],
      next: `register the public half of this key under "${keyId}", or give the private key that belongs to the registered key; ${against}`,
    },
    undecided: {
      fact: `The server refuses a valid request (${said}), and gives the same response whatever is wrong with the request`,
      place: ['signing'],
      next: `check that the public half of the key is registered under "${keyId}", and that tokens.full is valid and bound to it; ${against}`,
    },
  }
}
