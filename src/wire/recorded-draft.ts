import { ConfigurationError } from '../errors.ts'
import type { RecordedRequest, RecordedSigning } from '../events.ts'
import type { Credential, Signing, Target } from '../target/target.ts'
import type { Draft, Message, Spoil } from './draft.ts'
import type { SigningKey } from './key.ts'

/** A request of a record as a draft that can be signed and sent once more, with what was changed after signing. */
export interface Redrafted {
  draft: Draft
  spoil?: Spoil
}

/** What signing makes anew. */
const fresh = ['authorization', 'signature', 'signature-input']

/**
 * Throws a ConfigurationError where the record does not hold what it takes: a token that no target file has, or a
 * signature that was altered, of which only a digest is kept.
 */
export const redraft = (request: RecordedRequest, target: Target, baseUrl: string): Redrafted => {
  const { altered = [], signing, token } = request
  if (altered.includes('signature') && request.headers['signature'] !== undefined)
    throw onlyReplay('its signature')
  const draft: Draft = {
    method: request.method,
    path: request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url,
    headers: keptHeaders(request, target),
    signing: signing ? signedBy(signing, target) : 'none',
    ...(request.body === undefined ? {} : { body: Buffer.from(request.body) }),
    ...(token === undefined ? {} : { token: credentialNamed(token, target), scheme: schemeOf(request) }),
  }
  const later = altered.filter((name) => fresh.includes(name) || request.headers[name] === undefined)
  return later.length === 0
    ? { draft }
    : { draft, spoil: (message) => alteredAsRecorded(message, request, later) }
}

const keptHeaders = ({ headers }: RecordedRequest, { connection }: Target): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !fresh.includes(name) && !(name in connection.headers)),
  )

const schemeOf = ({ headers }: RecordedRequest): string => headers['authorization']?.split(' ', 1)[0] ?? ''

const signedBy = ({ components, label, key, keyId }: RecordedSigning, target: Target): Partial<Signing> => {
  const own = keyNamed(key, target)
  return { components, label, key: own, ...(own.keyId === keyId ? {} : { values: { keyid: keyId } }) }
}

const keyNamed = (name: string, { signing, otherKey, otherClient }: Target): SigningKey => {
  const found = [signing.key, otherKey?.key, otherClient?.signing.key].find((key) => key?.name === name)
  if (found) return found
  throw new ConfigurationError(
    'ERR_NO_SUCH_KEY',
    `The request was signed by ${name}, which the target file does not give; add it, or name another file with --target`,
  )
}

const credentialNamed = (
  name: string,
  { tokens, otherWallet, otherClient, receivers }: Target,
): Credential => {
  const { limited, ...plain } = tokens
  const all = [
    ...Object.values(plain),
    limited?.token,
    otherWallet?.token,
    otherClient?.token,
    receivers.access,
  ]
  const found = all.find((credential) => credential?.name === name)
  if (found) return found
  throw onlyReplay(`its token (${name})`)
}

const onlyReplay = (what: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_NOT_SIGNED_AGAIN',
    `The record does not hold ${what}, which the check altered; \`op-conformance replay\` sends it again`,
  )

const alteredAsRecorded = (message: Message, request: RecordedRequest, names: readonly string[]): Message => {
  const headers = { ...message.headers }
  for (const name of names) {
    const value = request.headers[name]
    if (value === undefined) delete headers[name]
    else headers[name] = value
  }
  return { ...message, headers }
}
