import type { PublicKey } from '../../../mock/core/request.ts'
import type { Exchange, Explain, ExplainedFinding } from '../../../mock/exchanges/exchange.ts'
import type { World } from '../../../mock/state/world.ts'
import { type HttpRequest, joinedFields } from '../../core/http-request.ts'
import { explainSignatures } from '../../diagnose/signature/explain.ts'
import { type VerifyingKey, verifyingKey } from '../../diagnose/signature/verifying-key.ts'
import { ageFlaw } from '../../diagnose/signature/well-formed.ts'

/**
 * Finds the likeliest cause of a refusal by the mock. Tries the mistakes that clients are known to make. Results are
 * cached, because finding one may take a quarter of a second.
 */
export function explainRefused(): Explain {
  const known = new WeakMap<Exchange, readonly ExplainedFinding[]>()
  return (exchange, world) => {
    const findings = known.get(exchange) ?? findingsOf(exchange, world)
    known.set(exchange, findings)
    return findings
  }
}

const findingsOf = (exchange: Exchange, world: World): ExplainedFinding[] => {
  const { refusal, headers } = exchange
  if (!refusal) return []
  const { guard, description } = refusal
  const asTold: ExplainedFinding = { cause: guard, says: `${description}.` }
  if (guard === 'token-known') {
    const { authorization = '' } = joinedFields(headers)
    return [{ cause: 'token', says: explainToken(authorization, world.tokens.keys()) }]
  }
  if (guard === 'path-known') return [explainPath(exchange, world.publicUrl) ?? asTold]
  if (!isOfSignature.test(guard)) return [asTold]
  return [explainSignature(exchange, world) ?? asTold]
}

const isOfSignature = /^(?:signature|digest)-/

/**
 * Describes a refusal immediately. Finding out why a signature does not verify takes long, so the text names the place
 * that explains it on request.
 */
export function saidAtOnce(exchange: Exchange, world: World, place: string | undefined): string {
  const { guard = '', description = '' } = exchange.refusal ?? {}
  if (!isOfSignature.test(guard)) return findingsOf(exchange, world)[0]?.says ?? ''
  return `${description}.${place === undefined ? '' : ` More: ${place}`}`
}

const explainSignature = (exchange: Exchange, world: World): ExplainedFinding | undefined => {
  const message = messageOf(exchange)
  const now = new Date(exchange.at)
  const keys = exchange.keys ? verifyingKeys(exchange.keys) : keysOf(world)
  const { signatures, flaw, cause = '' } = explainSignatures(message, { keys, bases: [], now })
  const age = ageFlaw(message, now, tolerance)
  if (age !== undefined && (flaw === undefined || cause === 'clock')) return { cause: 'clock', says: age }
  if (flaw === undefined) return undefined
  const compared = signatures.find(({ signed }) => signed !== undefined)
  const lines = compared ? differingLines(compared.base, compared.signed) : expectedOf(exchange)
  return { cause, says: flaw, ...(lines.length > 0 ? { lines } : {}) }
}

/** The number of seconds by which the clocks of client and mock may differ. */
const tolerance = 300

/**
 * Returns the lines in which the signature base that a client signed differs from that of the request as received. A line
 * that only one of them has stands by itself.
 */
export const differingLines = (base = '', signed = ''): NonNullable<ExplainedFinding['lines']> => {
  const [expected, received] = [base.split('\n'), signed.split('\n')]
  return Array.from({ length: Math.max(expected.length, received.length) }, (_, at) => [
    received[at],
    expected[at],
  ])
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => ({
      ...(one === undefined ? {} : { received: one }),
      ...(other === undefined ? {} : { expected: other }),
    }))
}

/** Returns the whole expected signature base, or digest, if nothing else is known. */
const expectedOf = ({ refusal }: Exchange): NonNullable<ExplainedFinding['lines']> =>
  refusal?.expected === undefined ? [] : refusal.expected.split('\n').map((expected) => ({ expected }))

/** Returns every key with which the mock verifies signatures. */
export function keysOf({ keys }: World): VerifyingKey[] {
  return verifyingKeys([...keys.values()].map(({ key }) => key))
}

const verifyingKeys = (keys: readonly PublicKey[]): VerifyingKey[] =>
  keys.flatMap(({ keyId, alg, key }) => verifyingKey(key, keyId, alg) ?? [])

/** Guesses why there is nothing at a path. Returns undefined if it cannot. `publicUrl` is the base URL of the mock. */
function explainPath({ targetUri }: Exchange, publicUrl: string): ExplainedFinding | undefined {
  const [path = ''] = targetUri.replace(/^[a-z]+:\/\/[^/]*/i, '').split('?')
  if (path.includes('//')) {
    return {
      cause: 'double-slash',
      says: `The path ${path} has two slashes. Remove the slash at the end of the base URL.`,
    }
  }
  if (path.length > 1 && path.endsWith('/')) {
    return {
      cause: 'trailing-slash',
      says: `The path ${path} ends in a slash, but the path of no operation does. Remove it.`,
    }
  }
  const base = publicUrl.replace(/^[a-z]+:\/\/[^/]*/i, '')
  return base === '' || path === base || path.startsWith(`${base}/`)
    ? undefined
    : {
        cause: 'base-path',
        says: `The base URL of this mock is ${publicUrl}, so its paths begin with ${base}.`,
      }
}

/** Returns the likeliest reason why a token is not known, in a sentence. `known` has the tokens of the mock. */
function explainToken(authorization: string, known: Iterable<string>): string {
  const token = authorization.replace(/^\S+ +/, '').trim()
  for (const one of known) {
    const found = slips.find(([, slip]) => slip(one, token))
    if (found) return `The access token is a token of this mock, but ${found[0]}.`
  }
  return (
    'This mock did not issue the access token: it was rotated, or comes from an earlier start. ' +
    'With --seed N, each start has the same tokens, and --print-env prints them.'
  )
}

/** Ways in which clients damage a token. `sent` is the text that the mock received. */
const slips: ReadonlyArray<readonly [says: string, isSo: (token: string, sent: string) => boolean]> = [
  ['in quotes; send it without', (token, sent) => sent === `"${token}"` || sent === `'${token}'`],
  [
    'with the scheme twice; send GNAP once',
    (token, sent) => sent.replace(/^\S+ +/, '') === token && sent !== token,
  ],
  [
    'percent-encoded; send it as it is',
    (token, sent) => sent === encodeURIComponent(token) && sent !== token,
  ],
  ['in base64; send it as it is', (token, sent) => sent === Buffer.from(token).toString('base64')],
  [
    'in different case; the token is case-sensitive',
    (token, sent) => sent.toLowerCase() === token.toLowerCase(),
  ],
  ['cut off; send all of it', (token, sent) => sent.length >= 8 && token !== sent && token.startsWith(sent)],
  [
    'with extra text after it; send only the token',
    (token, sent) => token.length >= 8 && token !== sent && sent.startsWith(token),
  ],
]

/**
 * Converts the request of an exchange of the mock to the form that the harness uses. Repeated headers are joined by
 * commas.
 */
export function messageOf({ method, targetUri, headers, body }: Exchange): HttpRequest {
  return {
    method,
    url: targetUri,
    headers: joinedFields(headers),
    ...(body.byteLength > 0 ? { body } : {}),
  }
}
