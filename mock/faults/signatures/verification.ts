import { type InnerList, type Item, isInnerList } from 'structured-headers'
import type { ReceivedRequest } from '../../core/request.ts'
import type { Candidate } from '../../signatures/candidate.ts'
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

/** Verifies by these steps. */
export const verifyingBy = (steps: readonly SignatureStep[]) => (): VerifySignature => (request, keys) =>
  verifyRequest(request, keys, steps)

/** Returns the steps of verification, of which those with such an id refuse otherwise. */
export function stepsRefusing(
  isMeant: (id: string) => boolean,
  refuses: (candidate: Candidate, right: SignatureStep['refuses']) => ReturnType<SignatureStep['refuses']>,
): readonly SignatureStep[] {
  return signatureSteps.map((step) =>
    isMeant(step.id) ? { ...step, refuses: (candidate) => refuses(candidate, step.refuses) } : step,
  )
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

const withFirstValues = (uri: string): string => {
  const [path = '', query = ''] = uri.split('?')
  const pairs = query.split('&')
  const names = pairs.map((pair) => pair.replace(/=.*/, ''))
  const first = pairs.filter((_, at) => names.indexOf(names[at] ?? '') === at)
  return query === '' ? uri : `${path}?${first.join('&')}`
}

/** Adds an empty header for each name in Signature-Input that the request does not have. */
const withEmptyHeaders = (request: ReceivedRequest): ReceivedRequest => {
  const named = [...(request.headers.get('signature-input') ?? '').matchAll(/"([a-z][a-z-]*)"/g)]
  const empty = named.map(([, name = '']) => [name, ''] as const)
  return { ...request, headers: new Map([...empty, ...request.headers]) }
}

/** Faults of verification that also accepts a signature over another form of the request. */
export const verificationFaults: readonly Defect[] = [
  ...faultsBy('requests', 'verifySignature', {
    'method-not-compared': {
      breaks: 'signature.verifies',
      says: 'A signature over any other method is accepted',
      by: goodToo((request) => methods.map((method) => ({ ...request, method }))),
    },
    'scheme-not-compared': {
      breaks: 'signature.verifies',
      says: 'A signature over http is accepted for https, and the other way round',
      by: goodToo((request) =>
        ['http', 'https'].map((scheme) => withTargetUri(request, (uri) => uri.replace(/^[^:]+/, scheme))),
      ),
    },
    'port-not-compared': {
      breaks: 'signature.verifies',
      says: 'A signature over the target URI with another common port, or without a port, is accepted',
      by: goodToo((request) =>
        ['', ':80', ':443'].map((port) =>
          withTargetUri(request, (uri) =>
            uri.replace(/^([^:]+:\/\/[^/?]*?)(?::\d+)?(?=[/?]|$)/, `$1${port}`),
          ),
        ),
      ),
    },
    'last-segment-not-compared': {
      breaks: 'signature.verifies',
      says: 'The signature need not cover the last segment of the path',
      by: goodToo((request) => [withTargetUri(request, (uri) => uri.replace(/\/[^/?]*(\?.*)?$/, '$1'))]),
    },
    'query-not-compared': {
      breaks: 'signature.verifies',
      says: 'A signature over the target URI without its query is accepted',
      by: goodToo((request) => [withTargetUri(request, (uri) => uri.replace(/\?.*$/, ''))]),
    },
    'query-sorted': {
      breaks: 'signature.verifies',
      says: 'The server sorts the query parameters before it verifies the signature',
      by: goodToo((request) => [withTargetUri(request, sortedQuery)]),
    },
    'first-value-signed': {
      breaks: 'signature.verifies',
      says: 'Of a query parameter that is repeated, the signature need cover only the first value',
      by: goodToo((request) => [withTargetUri(request, withFirstValues)]),
    },
    'scheme-of-token-not-compared': {
      breaks: 'signature.verifies',
      says: 'The signature may cover the token with a different authorization scheme',
      by: goodToo((request) =>
        ['GNAP', 'Bearer'].map((scheme) =>
          withHeader(request, 'authorization', (value) => value.replace(/^[^ ]+/, scheme)),
        ),
      ),
    },
    'signed-token-not-compared': {
      breaks: 'signature.verifies',
      says: 'The signature may cover any other token that the server has issued',
      by: (verifySignature, world) =>
        goodToo((request) =>
          [...world.tokens.keys()].map((token) =>
            withHeader(request, 'authorization', () => `GNAP ${token}`),
          ),
        )(verifySignature),
    },
    'digest-taken-from-body': {
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
    'first-digest-line-signed': {
      breaks: 'signature.verifies',
      says: 'If there are two lines of Content-Digest, the signature is over the first, and the body is compared with the last',
      by: goodToo((request) => [withDigestLine(request, 0)]),
    },
    'further-parameters-not-signed': {
      breaks: 'signature.verifies',
      says: 'The signature need cover only the first two parameters',
      by: goodToo((request) => [
        withHeader(request, 'signature-input', (value) => value.replace(/(\)(?:;[^;,]*){2})[^,]*/g, '$1')),
      ]),
    },
    'absent-header-signed-as-empty': {
      breaks: 'signature.well-formed.no-absent-component',
      says: 'A signature may cover headers that the request does not have, as if they were empty',
      by: goodToo((request) => [withEmptyHeaders(request)]),
    },
    'labels-not-compared': {
      breaks: 'signature.well-formed.labels-match',
      says: 'The first members of the two signature headers belong together, whatever their labels',
      by: goodToo((request) => [
        withHeader(request, 'signature', (value) => {
          const [label = ''] = (request.headers.get('signature-input') ?? '').split('=', 1)
          return value.replace(/^[^=]*/, label)
        }),
      ]),
    },
  }),
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
]

/** Accepts a request if every member of a header is of a certain kind, as if there were nothing to verify. */
const accepting =
  (header: 'signature' | 'signature-input', isOfThatKind: (value: Item | InnerList) => boolean) =>
  (verifySignature: VerifySignature): VerifySignature =>
  (request, keys) => {
    const members = membersOf(request.headers.get(header) ?? '')
    const isMeant = members.every((member) => 'value' in member && isOfThatKind(member.value))
    return members.length > 0 && isMeant ? { ok: true } : verifySignature(request, keys)
  }

export const signatureMemberFaults: readonly Defect[] = faultsBy('requests', 'verifySignature', {
  'signature-input-without-list-accepted': {
    breaks: 'signature.readable',
    says: 'A Signature-Input whose member is not an inner list is accepted',
    by: accepting('signature-input', (value) => !isInnerList(value)),
  },
  'components-of-another-type-accepted': {
    breaks: 'signature.readable',
    says: 'A Signature-Input whose components are not strings is accepted',
    by: accepting(
      'signature-input',
      (value) => isInnerList(value) && value[0].some(([name]) => typeof name !== 'string'),
    ),
  },
  'signature-without-bytes-accepted': {
    breaks: 'signature.readable',
    says: 'A Signature whose member is not a byte sequence is accepted',
    by: accepting('signature', (value) => !isInnerList(value) && !(value[0] instanceof ArrayBuffer)),
  },
})
