import { refusedAs } from '../../../src/check/expectation.ts'
import { each } from '../../../src/check/given.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import { otherKey } from '../../../src/check/needs/need.ts'
import type { Session } from '../../../src/check/session.ts'
import type { HttpRequest } from '../../../src/core/http-request.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import { contentDigest } from '../../../src/http/request/digest.ts'
import { bodyOf } from '../../../src/http/request/message.ts'
import type { Signing } from '../../../src/target-file/target.ts'
import { everyOperation, withBody } from '../../support/operations.ts'
import { listFirst } from '../../support/requests.ts'
import { plainest, withHeader } from '../signature-headers.ts'

const notVerifying = refusedAs('signature-invalid', 'signature.verifies')

/** Sends the request unchanged, with a signature that was made over something else. */
const signedOver = (draft: RequestDraft, over: (message: HttpRequest) => HttpRequest): RequestDraft => ({
  ...draft,
  signing: { components: plainest, over },
})

export const method = refusal({
  id: 'tampering/method',
  title: 'A signature over another method is refused',
  detects: 'method-not-compared',
  on: everyOperation,
  cases: each('the other of GET and POST', 'DELETE'),
  mutate: (draft, other) =>
    signedOver(draft, (message) => ({
      ...message,
      method: other === 'DELETE' ? other : otherMethod(message.method),
    })),
  expect: notVerifying,
})

const otherMethod = (name: string): string => (name === 'GET' ? 'POST' : 'GET')

/** Authorization headers that the request does not have. */
const otherAuthorizations = {
  'another token': (value: string) => `${value.split(' ', 1)[0]} this-token-was-never-issued-by-anyone`,
  'another scheme': (value: string) => value.replace(/^[^ ]+/, (scheme) => otherScheme(scheme)),
}

const otherScheme = (scheme: string): string => (scheme === 'Bearer' ? 'GNAP' : 'Bearer')

export const authorization = refusal({
  id: 'tampering/authorization',
  title: 'A signature over another authorization header is refused',
  detects: 'scheme-of-token-not-compared',
  on: everyOperation,
  cases: each<keyof typeof otherAuthorizations>('another token', 'another scheme'),
  mutate: (draft, other) =>
    signedOver(draft, (message) => withHeader(message, 'authorization', otherAuthorizations[other])),
  expect: notVerifying,
})

/** Digests that the request does not state. The second one is a right digest of its body. */
const otherDigests = {
  'of other bytes': (_: Uint8Array, stated: string) =>
    contentDigest(Buffer.from('another body'), algorithmOf(stated)),
  'of the body by another algorithm': (body: Uint8Array, stated: string) =>
    contentDigest(body, algorithmOf(stated) === 'sha-512' ? 'sha-256' : 'sha-512'),
}

const algorithmOf = (stated: string): Signing['digest'] =>
  stated.startsWith('sha-256') ? 'sha-256' : 'sha-512'

export const digest = refusal({
  id: 'tampering/content-digest',
  title: 'A signature over another Content-Digest is refused',
  detects: 'digest-taken-from-body',
  on: withBody,
  cases: each<keyof typeof otherDigests>('of other bytes', 'of the body by another algorithm'),
  mutate: (draft, other) =>
    signedOver(draft, (message) =>
      withHeader(message, 'content-digest', (stated) =>
        otherDigests[other](message.body ?? new Uint8Array(), stated),
      ),
    ),
  expect: notVerifying,
})

/** Adds the two parameters that are altered afterwards to those that the target asks for. */
const withAlterable = (draft: RequestDraft, { target }: Session): RequestDraft => ({
  ...draft,
  signing: { parameters: [...new Set([...target.signing.parameters, 'created', 'keyid'] as const)] },
})

/** Changes to the end of a Signature-Input, which every signature covers. */
const otherParameters = {
  'created a second later': (input: string) =>
    input.replace(/;created=(\d+)/, (_, seconds: string) => `;created=${Number(seconds) + 1}`),
  'created removed': (input: string) => input.replace(/;created=\d+/, ''),
  'another parameter': (input: string) => `${input};tag="altered"`,
}

export const parameters = refusal({
  id: 'tampering/parameters',
  title: 'A signature whose parameters were altered after signing is refused',
  detects: 'further-parameters-not-signed',
  on: everyOperation,
  cases: each<keyof typeof otherParameters>('created a second later', 'created removed', 'another parameter'),
  mutate: (draft, _, __, session) => withAlterable(draft, session),
  tamper: (message, alteration) => withHeader(message, 'signature-input', otherParameters[alteration]),
  expect: notVerifying,
})

export const keyId = refusal({
  id: 'tampering/keyid',
  title: 'A signature whose key id was changed to the id of another key after signing is refused',
  detects: 'without-signature-verifies',
  on: everyOperation,
  needs: { other: otherKey },
  mutate: (draft, _, __, session) => withAlterable(draft, session),
  tamper: (message, _, { other }) =>
    withHeader(message, 'signature-input', (input) =>
      input.replace(/;keyid="(?:[^"\\]|\\.)*"/, () => `;keyid=${JSON.stringify(other.key.keyId)}`),
    ),
  expect: notVerifying,
})

export const otherRequest = refusal({
  id: 'tampering/signature-of-another-request',
  title: 'A valid signature of another request is refused',
  detects: 'signature-believed-again',
  on: everyOperation,
  sends: 1,
  mutate: async (draft, _, __, session) => {
    let { headers } = await sentList(session, draft)
    const body = bodyOf(draft)
    if (body) headers = { ...headers, 'content-digest': contentDigest(body, session.target.signing.digest) }
    return { ...draft, headers, signing: 'none' }
  },
  expect: notVerifying,
})

/**
 * The signature headers of another request: one for a list, or for the other list if the draft itself asks for a list.
 */
const sentList = async (
  session: Session,
  { operation }: RequestDraft,
): Promise<Pick<HttpRequest, 'headers'>> => {
  const other = operation === 'list-outgoing-payments' ? 'list-incoming-payments' : 'list-outgoing-payments'
  let signed: Record<string, string> = {}
  await session.send(listFirst(session, other), (message) => {
    const { signature = '', 'signature-input': input = '' } = message.headers
    signed = { signature, 'signature-input': input }
    return message
  })
  return { headers: signed }
}
