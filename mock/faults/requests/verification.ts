import { type InnerList, type Item, isInnerList } from 'structured-headers'
import type { KeyLookup, ReceivedRequest } from '../../core/request.ts'
import { candidatesOf } from '../../signatures/candidate.ts'
import { membersOf } from '../../signatures/dictionary.ts'
import { type SignatureStep, signatureSteps } from '../../signatures/signature-steps.ts'
import { verifyRequest } from '../../signatures/verify.ts'
import type { Behaviour } from '../../state/world.ts'
import { type Defect, faultsBy } from '../fault.ts'
import { digestAlgorithms, digestOf, fitsToo, withHeader } from './digests.ts'

export type VerifySignature = Behaviour['requests']['verifySignature']

/** Verifies as before. If that fails, accepts a signature that is valid for one of these other requests. */
export const goodToo =
  (others: (request: ReceivedRequest) => ReceivedRequest[]) =>
  (verifySignature: VerifySignature): VerifySignature =>
  (request, keys) => {
    const strictly = verifySignature(request, keys)
    if (strictly.ok) return strictly
    const verifications = others(request).map((other) => verifySignature(other, keys))
    return verifications.find(({ ok }) => ok) ?? strictly
  }

const withTargetUri = (request: ReceivedRequest, change: (uri: string) => string): ReceivedRequest => ({
  ...request,
  targetUri: change(request.targetUri),
})

/** Keeps one line of Content-Digest. The mock has joined the lines. */
const withDigestLine = (request: ReceivedRequest, index: number): ReceivedRequest =>
  withHeader(request, 'content-digest', (value) => value.split(', ').at(index) ?? value)

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']

const sortedQuery = (uri: string): string => {
  const [path = '', query] = uri.split('?')
  return query === undefined ? path : `${path}?${query.split('&').toSorted().join('&')}`
}

const parts = faultsBy('requests', 'verifySignature', [
  {
    id: 'method-not-compared',
    breaks: 'signature.verifies',
    says: 'A signature over any other method is accepted',
    by: goodToo((request) => methods.map((method) => ({ ...request, method }))),
  },
  {
    id: 'scheme-not-compared',
    breaks: 'signature.verifies',
    says: 'A signature over http is accepted for https, and the other way round',
    by: goodToo((request) =>
      ['http', 'https'].map((scheme) => withTargetUri(request, (uri) => uri.replace(/^[^:]+/, scheme))),
    ),
  },
  {
    id: 'port-not-compared',
    breaks: 'signature.verifies',
    says: 'A signature over the target URI with another common port, or without a port, is accepted',
    by: goodToo((request) =>
      ['', ':80', ':443'].map((port) =>
        withTargetUri(request, (uri) => uri.replace(/^([^:]+:\/\/[^/?]*?)(?::\d+)?(?=[/?]|$)/, `$1${port}`)),
      ),
    ),
  },
  {
    id: 'last-segment-not-compared',
    breaks: 'signature.verifies',
    says: 'The signature need not cover the last segment of the path',
    by: goodToo((request) => [withTargetUri(request, (uri) => uri.replace(/\/[^/?]*(\?.*)?$/, '$1'))]),
  },
  {
    id: 'query-not-compared',
    breaks: 'signature.verifies',
    says: 'A signature over the target URI without its query is accepted',
    by: goodToo((request) => [withTargetUri(request, (uri) => uri.replace(/\?.*$/, ''))]),
  },
  {
    id: 'query-sorted',
    breaks: 'signature.verifies',
    says: 'The server sorts the query parameters before it verifies the signature',
    by: goodToo((request) => [withTargetUri(request, sortedQuery)]),
  },
  {
    id: 'scheme-of-token-not-compared',
    breaks: 'signature.verifies',
    says: 'The signature may cover the token with a different authorization scheme',
    by: goodToo((request) =>
      ['GNAP', 'Bearer'].map((scheme) =>
        withHeader(request, 'authorization', (value) => value.replace(/^[^ ]+/, scheme)),
      ),
    ),
  },
  {
    id: 'digest-taken-from-body',
    breaks: 'signature.verifies',
    says: 'The signature base uses the digest of the body instead of the Content-Digest header',
    by: goodToo((request) =>
      digestAlgorithms.map((algorithm) =>
        withHeader(
          request,
          'content-digest',
          () => `${algorithm}=:${digestOf(algorithm, request).toString('base64')}:`,
        ),
      ),
    ),
  },
  {
    id: 'first-digest-line-signed',
    breaks: 'signature.verifies',
    says: 'If there are two lines of Content-Digest, the signature is over the first, and the body is compared with the last',
    by: goodToo((request) => [withDigestLine(request, 0)]),
  },
  {
    id: 'further-parameters-not-signed',
    breaks: 'signature.verifies',
    says: 'The signature need cover only the first two parameters',
    by: goodToo((request) => [
      withHeader(request, 'signature-input', (value) => value.replace(/(\)(?:;[^;,]*){2})[^,]*/g, '$1')),
    ]),
  },
  {
    id: 'labels-not-compared',
    breaks: 'signature.well-formed.labels-match',
    says: 'The first members of the two signature headers belong together, whatever their labels',
    by: goodToo((request) => [
      withHeader(request, 'signature', (value) => {
        const [label = ''] = (request.headers.get('signature-input') ?? '').split('=', 1)
        return value.replace(/^[^=]*/, label)
      }),
    ]),
  },
])

/** Changes a step so that any one signature of the request has to cover the component, instead of each. */
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

/** Checks which components are covered only if the list names any. */
const stepsUnlessEmpty = signatureSteps.map(
  (step): SignatureStep =>
    step.id.startsWith('signature-covers-')
      ? {
          ...step,
          refuses: (candidate) =>
            candidate.signature?.input.components.length === 0 ? undefined : step.refuses(candidate),
        }
      : step,
)

/**
 * Reverses the members of Signature-Input. A parser keeps the last of two members under one label, so the first member
 * now counts.
 */
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

const believing = (verifySignature: VerifySignature): VerifySignature => {
  const believed = new Set<string>()
  return (request, keys) => {
    const verification = verifySignature(request, keys)
    const signature = request.headers.get('signature') ?? ''
    if (verification.ok) believed.add(signature)
    return believed.has(signature) ? { ok: true } : verification
  }
}

/** Faults of a verifier as a whole. */
const wholes: readonly Defect[] = [
  {
    id: 'last-digest-line-signed',
    breaks: 'signature.verifies',
    says: 'If there are two lines of Content-Digest, the signature is over the last, and the body is compared with the first',
    override: ({ requests: { verifySignature, verifyDigest } }) => ({
      requests: {
        verifySignature: goodToo((request) => [withDigestLine(request, -1)])(verifySignature),
        verifyDigest: fitsToo((request) => [withDigestLine(request, 0)])(verifyDigest),
      },
    }),
  },
  ...faultsBy('requests', 'verifySignature', [
    {
      id: 'signature-believed-again',
      breaks: 'signature.verifies',
      says: 'A signature that was valid once is accepted for every request',
      by: believing,
    },
    {
      id: 'coverage-of-any-signature',
      breaks: 'signature.several.one-whole',
      says: 'A signature need not cover a component that another signature covers, even if the other signature is invalid',
      by: () => (request, keys) => verifyRequest(request, keys, lenientSteps),
    },
    {
      id: 'empty-list-covers-everything',
      breaks: 'signature.covers.method',
      contradicts: [
        'signature.covers.target-uri',
        'signature.covers.authorization',
        'signature.covers.content-digest',
      ],
      says: 'A signature that covers nothing need not cover what the interface requires',
      by: () => (request, keys) => verifyRequest(request, keys, stepsUnlessEmpty),
    },
    {
      id: 'label-read-twice',
      breaks: 'signature.several.one-whole',
      says: 'If a label stands twice in Signature-Input, the first list is verified, and the last is what it covers',
      by: () => (request, keys) => verifyRequest(request, keys, verifyingTheFirst(keys)),
    },
    {
      id: 'reads-need-no-signature',
      breaks: 'signature.required',
      says: 'The signature of a GET is not verified',
      by:
        (verifySignature): VerifySignature =>
        (request, keys) =>
          request.method === 'GET' ? { ok: true } : verifySignature(request, keys),
    },
  ]),
  ...faultsBy('requests', 'keyFor', [
    {
      id: 'unknown-keyid-means-own-key',
      breaks: 'signature.keyid.known',
      says: "The server verifies a signature with an unknown key id with the key of the token's client",
      without: ['key-bound-to-token'],
      gives: (key, _keyId, token) => key ?? token?.client.key,
    },
  ]),
]

type DictionaryMember = Item | InnerList

/** Accepts a request if every member of a header is of a certain kind, as if there were nothing to verify. */
const accepting =
  (header: 'signature' | 'signature-input', isOfThatKind: (value: DictionaryMember) => boolean) =>
  (verifySignature: VerifySignature): VerifySignature =>
  (request, keys) => {
    const members = membersOf(request.headers.get(header) ?? '')
    const isMeant = members.every((member) => 'value' in member && isOfThatKind(member.value))
    return members.length > 0 && isMeant ? { ok: true } : verifySignature(request, keys)
  }

export const signatureMemberFaults: readonly Defect[] = faultsBy('requests', 'verifySignature', [
  {
    id: 'signature-input-without-list-accepted',
    breaks: 'signature.readable',
    says: 'A Signature-Input whose member is not an inner list is accepted',
    by: accepting('signature-input', (value) => !isInnerList(value)),
  },
  {
    id: 'components-of-another-type-accepted',
    breaks: 'signature.readable',
    says: 'A Signature-Input whose components are not strings is accepted',
    by: accepting(
      'signature-input',
      (value) => isInnerList(value) && value[0].some(([name]) => typeof name !== 'string'),
    ),
  },
  {
    id: 'signature-without-bytes-accepted',
    breaks: 'signature.readable',
    says: 'A Signature whose member is not a byte sequence is accepted',
    by: accepting('signature', (value) => !isInnerList(value) && !(value[0] instanceof ArrayBuffer)),
  },
])

/**
 * Faults of verification steps that check less than they should. Steps that are skipped altogether are the guards left
 * out.
 */
export const verificationFaults: readonly Defect[] = [...parts, ...wholes]
