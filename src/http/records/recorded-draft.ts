import { ConfigurationError } from '../../core/errors.ts'
import type { RecordedRequest, RecordedSigning } from '../../core/events.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import type { SigningKey } from '../../core/signing-key.ts'
import { tokenKinds } from '../../core/token-kinds.ts'
import { type Credential, limitedTokens, type Signing, type Target } from '../../target-file/target.ts'
import type { RequestDraft, Tamper } from '../draft.ts'

/** A recorded request as a draft that can be signed and sent again, with the changes that were made after signing. */
export interface Redrafted {
  draft: RequestDraft
  tamper?: Tamper
}

/** Signing makes these headers anew. */
export const freshHeaders = ['authorization', 'signature', 'signature-input']

/**
 * Turns a recorded request into a draft. Throws a ConfigurationError if the record lacks something that it needs: a
 * token that no target file has, or an altered signature, of which only a digest is kept.
 */
export function redraft(request: RecordedRequest, target: Target, baseUrl: string): Redrafted {
  const { altered = [], signing, token } = request
  const unknown = notRecorded(request)
  if (unknown !== undefined) throw onlyReplay(unknown)
  const draft: RequestDraft = {
    method: request.method,
    path: request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url,
    headers: keptHeaders(request, target),
    signing: signing ? { ...signedBy(signing, target), ...signedOver(signing, altered) } : 'none',
    ...(request.body === undefined ? {} : { body: Buffer.from(request.body) }),
    ...(token === undefined ? {} : { token: credentialNamed(token, target), scheme: schemeOf(request) }),
  }
  const later = altered.filter((name) => freshHeaders.includes(name) || request.headers[name] === undefined)
  return later.length === 0
    ? { draft }
    : { draft, tamper: (message) => alteredAsRecorded(message, request, later) }
}

/** Names the part of a request that a record cannot give back, or returns undefined if there is none. */
const notRecorded = ({ altered = [], signing, headers }: RecordedRequest): string | undefined => {
  const kept = signing && !altered.includes('signature')
  if (!kept && headers['signature'] !== undefined) return 'its signature'
  return altered.includes('authorization') ? 'the authorization header that it was signed over' : undefined
}

/** The places of a target file that have a key. */
const keyPlaces = ['signing', 'otherKey', 'otherClient.signing']

/**
 * Returns true if a recorded request can be signed and sent again from its record. An altered token or an invented key
 * has a name in words, such as `the JWK` or `nothing`, instead of its place in the target file.
 */
export function canBeSignedAgain(request: RecordedRequest): boolean {
  const { token = 'none', signing } = request
  const hasKey = signing === undefined || keyPlaces.includes(signing.key)
  return notRecorded(request) === undefined && hasKey && !/\s/.test(token)
}

const keptHeaders = ({ headers }: RecordedRequest, { connection }: Target): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !freshHeaders.includes(name) && !(name in connection.headers)),
  )

const schemeOf = ({ headers }: RecordedRequest): string => headers['authorization']?.split(' ', 1)[0] ?? ''

const signedBy = (
  { components, label, key, keyId, base }: RecordedSigning,
  target: Target,
): Partial<Signing> => {
  const own = keyNamed(key, target)
  const { names, alg, tag } = parametersIn(base)
  const values = {
    ...(own.keyId === keyId ? {} : { keyid: keyId }),
    ...(alg === undefined ? {} : { alg }),
    ...(tag === undefined ? {} : { tag }),
  }
  return { components, label, key: own, parameters: names, values }
}

const parameterNames = ['created', 'keyid', 'alg', 'expires', 'nonce', 'tag'] as const

/** The names of the parameters of a signature, in order, and the values that no clock and no key decides. */
interface RecordedParameters {
  names: Signing['parameters']
  alg: string | undefined
  tag: string | undefined
}

/** Returns the parameters of a signature as the last line of its base has them. */
const parametersIn = (base: string): RecordedParameters => {
  const written = /^"@signature-params": \([^)]*\)(.*)$/m.exec(base)?.[1] ?? ''
  const found = [...written.matchAll(/;([a-z]+)=("(?:[^"\\]|\\.)*"|-?\d+)/g)]
  const textOf = (wanted: string): string | undefined => {
    const written = found.find(([, name]) => name === wanted)?.[2]
    return written === undefined ? undefined : String(JSON.parse(written))
  }
  return {
    names: found.flatMap(([, name]) => parameterNames.filter((known) => known === name)),
    alg: textOf('alg'),
    tag: textOf('tag'),
  }
}

/** Returns the parts of the message that were signed instead of those that were sent. */
const signedOver = ({ base }: RecordedSigning, altered: readonly string[]): Pick<Signing, 'over'> => {
  const value = (name: string): string | undefined =>
    base
      .split('\n')
      .find((line) => line.startsWith(`"${name}": `))
      ?.slice(name.length + 4)
  const method = altered.includes('method') ? value('@method') : undefined
  const url = altered.includes('url') ? value('@target-uri') : undefined
  const digest = altered.includes('content-digest') ? value('content-digest') : undefined
  if (method === undefined && url === undefined && digest === undefined) return {}
  return {
    over: (message) => ({
      ...message,
      method: method ?? message.method,
      url: url ?? message.url,
      headers: { ...message.headers, ...(digest === undefined ? {} : { 'content-digest': digest }) },
    }),
  }
}

const keyNamed = (name: string, { signing, otherKey, otherClient }: Target): SigningKey => {
  const found = [signing.key, otherKey?.key, otherClient?.signing.key].find((key) => key?.name === name)
  if (found) return found
  throw new ConfigurationError(
    'ERR_NO_SUCH_KEY',
    `The request was signed by ${name}, which is not in the target file; add it, or name another file with --target`,
  )
}

const credentialNamed = (
  name: string,
  { tokens, otherWallet, otherClient, receivers }: Target,
): Credential => {
  const all = [
    ...tokenKinds.map((kind) => tokens[kind]),
    ...limitedTokens(tokens),
    otherWallet?.token,
    otherWallet?.quotes,
    otherClient?.token,
    receivers.access,
    ...Object.values(receivers.sources).map((source) =>
      source.kind === 'create' ? source.token : undefined,
    ),
  ]
  const found = all.find((credential) => credential?.name === name)
  if (found) return found
  throw onlyReplay(`its token (${name})`)
}

const onlyReplay = (what: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_NOT_SIGNED_AGAIN',
    `The record does not contain ${what}, which the check altered; \`op-conformance replay\` sends it again`,
  )

const alteredAsRecorded = (
  message: HttpRequest,
  request: RecordedRequest,
  names: readonly string[],
): HttpRequest => {
  const headers = { ...message.headers }
  for (const name of names) {
    const value = request.headers[name]
    if (value === undefined) delete headers[name]
    else headers[name] = value
  }
  return { ...message, headers }
}
