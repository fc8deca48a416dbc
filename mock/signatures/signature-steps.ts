import { serializeBareItem } from 'structured-headers'
import type { ReceivedRequest } from '../core/request.ts'
import type { Objection, SameText, SignatureStepId, VerificationStep } from '../core/verification.ts'
import { flawOf, registeredName } from './algorithm.ts'
import { type Component, identifier, identity, signatureBase } from './base.ts'
import type { Candidate, ReadSignature } from './candidate.ts'

export type SignatureStep = VerificationStep<SignatureStepId, Candidate>

/** A step that examines a signature that could be read. */
const step = (
  id: SignatureStepId,
  requirement: string,
  refuses: (signature: ReadSignature) => Objection | undefined,
): SignatureStep => ({
  id,
  requirement,
  refuses: ({ signature }) => signature && refuses(signature),
})

type Covering = (
  name: string,
  id: SignatureStepId,
  applies: (request: ReceivedRequest) => boolean,
) => SignatureStep

const coveringBy =
  (same: SameText): Covering =>
  (name, id, applies) =>
    step(id, `signature.covers.${name.replace('@', '')}`, ({ request, label, input }) =>
      !applies(request) || input.components.some((component) => isWhole(component, name, same))
        ? undefined
        : { reason: `signature "${label}" does not cover "${name}"; it covers ${listed(input.components)}` },
    )

/**
 * Checks that a component is the whole value of that name. `key` takes only a part; `req` and `tr` take another
 * message's.
 */
const isWhole = (component: Component, name: string, same: SameText): boolean =>
  same(component.name, name) &&
  [...component.parameters.keys()].every((parameter) => ['sf', 'bs'].includes(parameter))

const listed = (components: Component[]): string => components.map(identifier).join(' ') || 'nothing'

const unique = ({ label, input }: ReadSignature): Objection | undefined => {
  const seen = new Set<string>()
  const twice = input.components.find((component) => seen.size === seen.add(identity(component)).size)
  return twice && { reason: `signature "${label}" covers ${identifier(twice)} more than once` }
}

const keyKnown = ({ label, input, keyId, key }: ReadSignature): Objection | undefined => {
  if (key) return undefined
  if (keyId !== undefined) {
    return { reason: `signature "${label}" uses the unknown key "${keyId}"` }
  }
  const found = input.parameters.has('keyid') ? 'a keyid that is not a string in double quotes' : 'no keyid'
  return { reason: `signature "${label}" has ${found}; add ;keyid="…", the kid of the key` }
}

const algFits = ({ label, input, key }: ReadSignature): Objection | undefined => {
  const alg = input.parameters.get('alg')
  if (!key || alg === undefined || alg === registeredName(key)) return undefined
  const right = registeredName(key)
  const remedy = right ? `which RFC 9421 calls "${right}"` : 'which RFC 9421 does not register'
  return {
    reason: `signature "${label}" has alg=${serializeBareItem(alg)}, but key "${key.keyId}" is for ${key.alg}, ${remedy}`,
  }
}

const verifies = (signature: ReadSignature): Objection | undefined => {
  const { request, label, input, bytes, key } = signature
  if (!key) return undefined
  const written = signatureBase(request, input.components, input.text)
  if (!written.ok) return { reason: `signature "${label}" has no signature base: ${written.reason}` }
  const flaw = flawOf(bytes, written.base, key)
  if (!flaw) return undefined
  const serialized = signatureBase(request, input.components, input.serialized)
  if (serialized.ok && !flawOf(bytes, serialized.base, key)) return undefined
  const otherAlg = algFits(signature)
  return {
    reason: [`signature "${label}" ${flaw}`, ...(otherAlg ? [otherAlg.reason] : [])].join('; '),
    expected: written.base,
  }
}

/** The steps of verifying one signature, in order. `same` compares the names of components. */
export function stepsComparing(same: SameText): readonly SignatureStep[] {
  const covers = coveringBy(same)
  return [
    {
      id: 'signature-present',
      requirement: 'signature.required',
      refuses: ({ signature, unreadable }) =>
        signature || unreadable
          ? undefined
          : { reason: 'the request has neither a Signature-Input nor a Signature header' },
    },
    {
      id: 'signature-readable',
      requirement: 'signature.readable',
      refuses: ({ unreadable }) => (unreadable ? { reason: unreadable } : undefined),
    },
    step('signature-structured', 'signature.well-formed.structured-field', ({ flaws }) =>
      flaws.length > 0 ? { reason: flaws.join('; ') } : undefined,
    ),
    step('signature-component-unique', 'signature.well-formed.no-duplicate-component', unique),
    covers('@method', 'signature-covers-method', () => true),
    covers('@target-uri', 'signature-covers-target-uri', () => true),
    covers('authorization', 'signature-covers-authorization', ({ headers }) => headers.has('authorization')),
    covers(
      'content-digest',
      'signature-covers-content-digest',
      ({ headers, body }) => body.length > 0 && headers.has('content-digest'),
    ),
    step('signature-keyid-known', 'signature.keyid.known', keyKnown),
    step('signature-verifies', 'signature.verifies', verifies),
    // Comes after verification: a signature made by another algorithm is not a signature by the key at all.
    step('signature-alg-fits-key', 'signature.well-formed.alg-fits-key', algFits),
  ]
}

export const signatureSteps = stepsComparing((given, known) => given === known)
