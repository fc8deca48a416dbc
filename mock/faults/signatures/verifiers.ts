import type { KeyLookup, ReceivedRequest } from '../../core/request.ts'
import { candidatesOf } from '../../signatures/candidate.ts'
import type { SignatureStep } from '../../signatures/signature-steps.ts'
import { verifyRequest } from '../../signatures/verify.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'
import { withHeader } from './digests.ts'
import { stepsRefusing, type VerifySignature, verifyingBy } from './verification.ts'

const isOfCoverage = (id: string): boolean => id.startsWith('signature-covers-')

/** Any one signature of the request has to cover a component, instead of each. */
const coveredByAny = stepsRefusing(isOfCoverage, (candidate, right) =>
  candidatesOf(candidate.request, () => undefined).every((each) => right(each))
    ? right(candidate)
    : undefined,
)

/** Checks which components are covered only if the list names any. */
const coveredUnlessEmpty = stepsRefusing(isOfCoverage, (candidate, right) =>
  candidate.signature?.input.components.length === 0 ? undefined : right(candidate),
)

const required = ['@method', '@target-uri', 'authorization', 'content-digest']

/** Looks for the name of a component in quotes anywhere in a member of Signature-Input, parameters included. */
const coveredAnywhere = stepsRefusing(isOfCoverage, (candidate, right) => {
  const { signature } = candidate
  if (!signature) return right(candidate)
  const { input } = signature
  const found = required.filter((name) => input.text.includes(`"${name}"`))
  const components = found.map((name) => ({ name, parameters: new Map() }))
  return right({ ...candidate, signature: { ...signature, input: { ...input, components } } })
})

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
  stepsRefusing(
    (id) => id === 'signature-verifies',
    (candidate, right) => {
      const label = candidate.signature?.label
      const first = candidatesOf(turned(candidate.request), keys)
      return right(first.find(({ signature }) => signature?.label === label) ?? candidate)
    },
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

/**
 * Faults of verifiers whose steps check less than they should. Steps that are skipped altogether are the guards left
 * out.
 */
export const verifierFaults: readonly Defect[] = [
  ...faultsBy('requests', 'verifySignature', {
    'signature-believed-again': {
      breaks: 'signature.verifies',
      says: 'A signature that was valid once is accepted for every request',
      by: believing,
    },
    'coverage-of-any-signature': {
      breaks: 'signature.several.one-whole',
      says: 'A signature need not cover a component that another signature covers, even if the other signature is invalid',
      by: verifyingBy(coveredByAny),
    },
    'empty-list-covers-everything': {
      breaks: 'signature.covers.method',
      contradicts: [
        'signature.covers.target-uri',
        'signature.covers.authorization',
        'signature.covers.content-digest',
      ],
      says: 'A signature that covers nothing need not cover what the interface requires',
      by: verifyingBy(coveredUnlessEmpty),
    },
    'component-found-among-the-parameters': {
      breaks: 'signature.several.one-whole',
      says: 'A signature need not cover a component whose name is the value of one of its parameters',
      by: verifyingBy(coveredAnywhere),
    },
    'label-read-twice': {
      breaks: 'signature.several.one-whole',
      says: 'If a label stands twice in Signature-Input, the first list is verified, and the last is what it covers',
      by: () => (request, keys) => verifyRequest(request, keys, verifyingTheFirst(keys)),
    },
    'reads-need-no-signature': {
      breaks: 'signature.required',
      says: 'The signature of a GET is not verified',
      by:
        (verifySignature): VerifySignature =>
        (request, keys) =>
          request.method === 'GET' ? { ok: true } : verifySignature(request, keys),
    },
  }),
  faultBy('requests', 'keyFor', {
    id: 'unknown-keyid-means-own-key',
    breaks: 'signature.keyid.known',
    says: "The server verifies a signature with an unknown key id with the key of the token's client",
    without: ['key-bound-to-token'],
    gives: (key, _keyId, token) => key ?? token?.client.key,
  }),
]
