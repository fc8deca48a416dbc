import { digestFlaw } from '../signature/digest.ts'
import { membersOf } from '../signature/read.ts'
import { coveredWhole, saysItsAlgorithm } from '../signature/well-formed.ts'
import { broken, type ClaimJudging, held, judged, needsToken } from './claim.ts'
import type { ReadRequest, ServerSide } from './request.ts'

const aRequest = 'a request of the client'
const aSignedRequest = 'a signed request of the client'
const aBody = 'a request of the client with a body'

const covers = (
  component: string,
  applies: (request: ReadRequest) => boolean = () => true,
): ClaimJudging => ({
  shownBy: component === 'content-digest' ? aBody : aSignedRequest,
  judge: (request) => {
    const { signature } = request
    if (!signature || !applies(request)) return undefined
    const want = `a signature that covers "${component}"`
    const covered = signature.components.join(' ') || 'nothing'
    return coveredWhole(signature.components).includes(component)
      ? held(want)
      : broken(want, `it covers ${covered}`)
  },
})

const labels = ({ message: { headers } }: ReadRequest): string[] =>
  membersOf(headers['signature-input'] ?? '').flatMap(({ label }) => label ?? [])

const keyWanted = 'a keyid that is the kid of the key that made the signature'

/** Judges nothing if no key is known. */
const keyIdEqualsKid = (
  { signature, key, deviation }: ReadRequest,
  { keys }: ServerSide,
): ReturnType<ClaimJudging['judge']> => {
  if (!signature || keys.length === 0) return undefined
  const keyId = signature.parameters.get('keyid')
  if (typeof keyId !== 'string') return broken(keyWanted, 'no keyid')
  if (!key) return broken(keyWanted, `the keyid "${keyId}", which belongs to no known key`)
  if (!deviation) return held(keyWanted)
  return deviation.cause === 'other-key' ? broken(keyWanted, deviation.says) : undefined
}

const algorithmWanted = "a signature with the algorithm of its key's alg"

const algorithm = (request: ReadRequest, { keys }: ServerSide): ReturnType<ClaimJudging['judge']> => {
  const { signature, key, deviation, message, at } = request
  if (!signature || !key) return undefined
  const says = saysItsAlgorithm({ message, signature, keys, bases: [], now: at })
  if (says !== undefined) return broken(algorithmWanted, says)
  if (!deviation) return held(algorithmWanted)
  return deviation.cause === 'other-algorithm' ? broken(algorithmWanted, deviation.says) : undefined
}

/** Causes of a failed verification that have a requirement of their own. */
const saidElsewhere: ReadonlySet<string> = new Set(['other-key', 'other-algorithm'])

/** The client's duties in signing, by requirement. */
export const signatureJudgings: Readonly<Record<string, ClaimJudging>> = {
  'client.signature.made': {
    shownBy: aRequest,
    on: needsToken,
    judge: ({ unsigned }) => judged('a signature', unsigned),
  },
  'client.signature.structured-field': {
    shownBy: aSignedRequest,
    judge: ({ signature, unsigned }) => {
      const want = 'Signature-Input and Signature as dictionaries of RFC 8941'
      if (signature) return judged(want, signature.flaw)
      return unsigned?.includes('breaks RFC 8941') ? broken(want, unsigned) : undefined
    },
  },
  'client.signature.label-unique': {
    shownBy: aSignedRequest,
    judge: (request) => {
      const all = labels(request)
      if (all.length === 0) return undefined
      const twice = all.find((label, at) => all.indexOf(label) < at)
      return judged('unique labels', twice && `the label "${twice}" twice`)
    },
  },
  'client.signature.algorithm': { shownBy: aSignedRequest, judge: algorithm },
  'client.signature.verifies': {
    shownBy: aSignedRequest,
    judge: ({ key, deviation }) =>
      !key || (deviation && saidElsewhere.has(deviation.cause))
        ? undefined
        : judged('a signature over the request as it was sent', deviation && `it ${deviation.says}`),
  },
  'signature.keyid.equals-kid': { shownBy: aSignedRequest, judge: keyIdEqualsKid },
  'signature.covers.method': covers('@method'),
  'signature.covers.target-uri': covers('@target-uri'),
  'signature.covers.authorization': covers(
    'authorization',
    ({ message }) => 'authorization' in message.headers,
  ),
  'signature.covers.content-digest': covers('content-digest', ({ hasBody }) => hasBody),
  'signature.digest.present': {
    shownBy: aBody,
    judge: ({ hasBody, message: { headers } }) =>
      hasBody
        ? judged('a Content-Digest', 'content-digest' in headers ? undefined : 'a body without one')
        : undefined,
  },
  'client.digest.of-body': {
    shownBy: aBody,
    judge: ({ hasBody, message }) =>
      hasBody && 'content-digest' in message.headers
        ? judged('the digest of the body that was sent', digestFlaw(message))
        : undefined,
  },
}
