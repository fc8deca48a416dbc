import { createHmac } from 'node:crypto'
import type { KeyLookup, ReceivedRequest } from '../core/request.ts'
import { signatureBase } from '../signatures/base.ts'
import { candidatesOf, type ReadSignature } from '../signatures/candidate.ts'
import { type SignatureStep, signatureSteps } from '../signatures/signature-steps.ts'
import { verifyRequest } from '../signatures/verify.ts'
import type { Behaviour } from '../state/world.ts'
import { digestAlgorithms, digestOf, withHeader } from './digests.ts'
import { type Fault, fault } from './fault.ts'

/** A verifier to which a signature is good too that was made over another request than the one received. */
export function goodToo(
  id: string,
  says: string,
  others: (request: ReceivedRequest) => ReceivedRequest[],
  breaks = 'signature.verifies',
): Fault {
  return fault(id, breaks, says, ({ verifySignature }) => ({
    verifySignature: (request, keys) => {
      const strictly = verifySignature(request, keys)
      if (strictly.ok) return strictly
      const verifications = others(request).map((other) => verifySignature(other, keys))
      return verifications.find(({ ok }) => ok) ?? strictly
    },
  }))
}

const withTargetUri = (request: ReceivedRequest, change: (uri: string) => string): ReceivedRequest => ({
  ...request,
  targetUri: change(request.targetUri),
})

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']

const sortedQuery = (uri: string): string => {
  const [path = '', query] = uri.split('?')
  return query === undefined ? path : `${path}?${query.split('&').toSorted().join('&')}`
}

const parts: readonly Fault[] = [
  goodToo('method-not-compared', 'A signature over any other method is accepted', (request) =>
    methods.map((method) => ({ ...request, method })),
  ),
  goodToo(
    'scheme-not-compared',
    'A signature over http is accepted for https, and the other way round',
    (request) =>
      ['http', 'https'].map((scheme) => withTargetUri(request, (uri) => uri.replace(/^[^:]+/, scheme))),
  ),
  goodToo(
    'port-not-compared',
    'A signature over the target URI with another common port, or without a port, is accepted',
    (request) =>
      ['', ':80', ':443'].map((port) =>
        withTargetUri(request, (uri) => uri.replace(/^([^:]+:\/\/[^/?]*?)(?::\d+)?(?=[/?]|$)/, `$1${port}`)),
      ),
  ),
  goodToo(
    'last-segment-not-compared',
    'The signature need not cover the last segment of the path',
    (request) => [withTargetUri(request, (uri) => uri.replace(/\/[^/?]*(\?.*)?$/, '$1'))],
  ),
  goodToo(
    'query-not-compared',
    'A signature over the target URI without its query is accepted',
    (request) => [withTargetUri(request, (uri) => uri.replace(/\?.*$/, ''))],
  ),
  goodToo(
    'query-sorted',
    'The server sorts the query parameters before it verifies the signature',
    (request) => [withTargetUri(request, sortedQuery)],
  ),
  goodToo(
    'scheme-of-token-not-compared',
    'The signature may cover the token with a different authorization scheme',
    (request) =>
      ['GNAP', 'Bearer'].map((scheme) =>
        withHeader(request, 'authorization', (value) => value.replace(/^[^ ]+/, scheme)),
      ),
  ),
  goodToo(
    'digest-taken-from-body',
    'The signature base uses the digest of the body instead of the Content-Digest header',
    (request) =>
      digestAlgorithms.map((algorithm) =>
        withHeader(
          request,
          'content-digest',
          () => `${algorithm}=:${digestOf(algorithm, request).toString('base64')}:`,
        ),
      ),
  ),
  goodToo(
    'further-parameters-not-signed',
    'The signature need cover only the first two parameters',
    (request) => [
      withHeader(request, 'signature-input', (value) => value.replace(/(\)(?:;[^;,]*){2})[^,]*/g, '$1')),
    ],
  ),
  goodToo(
    'labels-not-compared',
    'The first members of the two signature headers belong together, whatever their labels',
    (request) => [
      withHeader(request, 'signature', (value) => {
        const [label = ''] = (request.headers.get('signature-input') ?? '').split('=', 1)
        return value.replace(/^[^=]*/, label)
      }),
    ],
    'signature.well-formed.labels-match',
  ),
]

/** Steps that ask whether any signature of the request covers a component, not each. */
const coveredByAny = (step: SignatureStep): SignatureStep => ({
  ...step,
  refuses: (candidate) => {
    const all = candidatesOf(candidate.request, () => undefined)
    return all.every((each) => step.refuses(each)) ? step.refuses(candidate) : undefined
  },
})

const lenientSteps = signatureSteps.map((step) =>
  step.id.startsWith('signature-covers-') ? coveredByAny(step) : step,
)

/** The member of Signature-Input that stands first becomes the one that counts where a label stands twice. */
const turned = (request: ReceivedRequest): ReceivedRequest =>
  withHeader(request, 'signature-input', (value) =>
    value
      .split(/, *(?=[a-z*][\w.*-]*=\()/)
      .toReversed()
      .join(', '),
  )

const verifyingTheFirst = (keys: KeyLookup): readonly SignatureStep[] =>
  signatureSteps.map((step) =>
    step.id === 'signature-verifies'
      ? {
          ...step,
          refuses: (candidate) => {
            const label = candidate.signature?.label
            const first = candidatesOf(turned(candidate.request), keys)
            return step.refuses(first.find(({ signature }) => signature?.label === label) ?? candidate)
          },
        }
      : step,
  )

/** Whatever is under that key id, else the key of the token's client. */
const clientsKeyInstead: Fault['override'] = ({ keyFor }) => ({
  keyFor: (world, keyId, token) => keyFor(world, keyId, token) ?? token?.client.key,
})

const believing = ({ verifySignature }: Behaviour): Partial<Behaviour> => {
  const believed = new Set<string>()
  return {
    verifySignature: (request, keys) => {
      const verification = verifySignature(request, keys)
      const signature = request.headers.get('signature') ?? ''
      if (verification.ok) believed.add(signature)
      return believed.has(signature) ? { ok: true } : verification
    },
  }
}

/** Whether it is an HMAC by a secret that everybody knows: the key's public half. */
const isByPublicHalf = ({ request, input, bytes, key }: ReadSignature): boolean => {
  const made = signatureBase(request, input.components, input.text)
  if (!key || !made.ok || input.parameters.get('alg') !== 'hmac-sha256') return false
  const halves = [
    key.key.export({ type: 'spki', format: 'pem' }),
    key.key.export({ type: 'spki', format: 'der' }),
  ]
  return halves.some((half) => createHmac('sha256', half).update(made.base, 'latin1').digest().equals(bytes))
}

/** What a verifier as a whole can get wrong. */
const wholes: readonly Fault[] = [
  fault(
    'signature-believed-again',
    'signature.verifies',
    'A signature that was valid once is accepted for every request',
    believing,
  ),
  fault(
    'coverage-of-any-signature',
    'signature.several.one-whole',
    'A signature need not cover a component that another signature covers, even if the other signature is invalid',
    () => ({ verifySignature: (request, keys) => verifyRequest(request, keys, lenientSteps) }),
  ),
  fault(
    'label-read-twice',
    'signature.several.one-whole',
    'If a label stands twice in Signature-Input, the first list is verified, and the last is what it covers',
    () => ({
      verifySignature: (request, keys) => verifyRequest(request, keys, verifyingTheFirst(keys)),
    }),
  ),
  fault(
    'alg-of-the-signature-decides',
    'signature.verifies',
    'The server verifies a signature with alg hmac-sha256 with the public key as the secret',
    ({ verifySignature }) => ({
      verifySignature: (request, keys) => {
        const forged = candidatesOf(request, keys).some(
          ({ signature }) => signature !== undefined && isByPublicHalf(signature),
        )
        return forged ? { ok: true } : verifySignature(request, keys)
      },
    }),
  ),
  fault(
    'unknown-keyid-means-own-key',
    'signature.keyid.known',
    "The server verifies a signature with an unknown key id with the key of the token's client",
    clientsKeyInstead,
    ['key-bound-to-token'],
  ),
  fault(
    'reads-need-no-signature',
    'signature.required',
    'The signature of a GET is not verified',
    ({ verifySignature }) => ({
      verifySignature: (request, keys) =>
        request.method === 'GET' ? { ok: true } : verifySignature(request, keys),
    }),
  ),
]

/** Steps of the verifier that look at less than they should. Those skipped altogether are guards left out. */
export const verificationFaults: readonly Fault[] = [...parts, ...wholes]
