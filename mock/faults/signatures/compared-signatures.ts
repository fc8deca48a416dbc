import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import type { Override } from '../../changes/change.ts'
import { signatureBase } from '../../signatures/base.ts'
import type { ReadSignature } from '../../signatures/candidate.ts'
import { digestStepsComparing, verifyDigest } from '../../signatures/digest.ts'
import { stepsComparing } from '../../signatures/signature-steps.ts'
import type { World } from '../../state/world.ts'
import { type Defect, faultBy } from '../fault.ts'
import { type Weaker, type WeakerName, weakerComparisons } from '../requests/weaker.ts'
import { withHeader } from './digests.ts'
import { signedValueFaults } from './signed-values.ts'
import { goodToo, stepsRefusing, verifyingBy } from './verification.ts'

const parts = ['byFirstHalf', 'byLastHalf', 'followed', 'preceded', 'withoutCase'] as const

/** Other bytes that a comparison may take for the right ones. */
const otherBytes = ['upToItsLength', 'constant', 'reversed', 'encoded'] as const

const inHex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

/** Compares signatures or digests by their bytes, except that case is compared in the base64 of the header. */
const ofBytes = (name: WeakerName): Weaker['same'] => {
  const { same } = weakerComparisons[name]
  return (given, known) => (name === 'withoutCase' ? same(given, known) : same(inHex(given), inHex(known)))
}

const ofDigests = [...parts, ...otherBytes, 'cutAtEnd' as const].map((name) => {
  const weaker = weakerComparisons[name]
  const steps = digestStepsComparing(ofBytes(name))
  return faultBy('requests', 'verifyDigest', {
    // The id of this fault is older than the scheme of the others.
    id: name === 'cutAtEnd' ? 'digest-cut-short' : `digest-compared-${weaker.id}`,
    breaks: 'signature.digest.matches-body',
    says: `A digest ${weaker.says}`,
    by: () => (request) => verifyDigest(request, steps),
  })
})

/**
 * Returns the private half of a key that the mock made, or undefined. With it, the mock makes the right signature again
 * and compares the two as texts.
 */
const privateKeyOf = (world: World, keyId: string): KeyObject | undefined => {
  const jwk = world.keys.get(keyId)?.privateJwk
  return jwk && createPrivateKey({ key: { ...jwk } as JsonWebKey, format: 'jwk' })
}

const comparingSignatures =
  (same: Weaker['same']): Override =>
  ({ requests: { keyFor } }, world) => {
    const privateKeys = new Map<string, KeyObject>()
    const isNearly = ({ request, input, bytes, keyId = '' }: ReadSignature): boolean => {
      const made = signatureBase(request, input.components, input.text)
      const key = privateKeys.get(keyId)
      if (!made.ok || key?.asymmetricKeyType !== 'ed25519') return false
      const right = sign(null, Buffer.from(made.base, 'latin1'), key)
      return same(Buffer.from(bytes).toString('base64'), right.toString('base64'))
    }
    const steps = stepsRefusing(
      (id) => id === 'signature-verifies',
      (candidate, right) =>
        candidate.signature && isNearly(candidate.signature) ? undefined : right(candidate),
    )
    return {
      requests: {
        keyFor: (keyId, token) => {
          const key = privateKeyOf(world, keyId)
          if (key) privateKeys.set(keyId, key)
          return keyFor(keyId, token)
        },
        verifySignature: verifyingBy(steps)(),
      },
    }
  }

const ofSignatures = [...parts, ...otherBytes].map((name): Defect => {
  const weaker = weakerComparisons[name]
  return {
    id: `signature-compared-${weaker.id}`,
    breaks: 'signature.verifies',
    says: `A signature ${weaker.says}`,
    override: comparingSignatures(ofBytes(name)),
  }
})

/**
 * Weaker comparisons of component names. Names in capitals are invalid: headers are covered in lower case, and @method
 * is the only one of its kind. So there is no comparison without case.
 */
const ofComponents = (['byLastHalf', 'followed', 'preceded'] as const).map((name) => {
  const weaker = weakerComparisons[name]
  return faultBy('requests', 'verifySignature', {
    id: `component-name-compared-${weaker.id}`,
    breaks: 'signature.several.one-whole',
    says: `The name of a required component ${weaker.says}`,
    by: verifyingBy(stepsComparing(weaker.same)),
  })
})

const labelIn = (field: string): string => field.split('=', 1)[0] ?? ''

const ofLabels = (['byFirstHalf', 'cutAtEnd', 'followed', 'preceded'] as const).map((name) => {
  const weaker = weakerComparisons[name]
  return faultBy('requests', 'verifySignature', {
    id: `label-compared-${weaker.id}`,
    breaks: 'signature.well-formed.labels-match',
    says: `The label of a signature ${weaker.says}`,
    by: goodToo((request) => [
      withHeader(request, 'signature', (value) => {
        const known = labelIn(request.headers.get('signature-input') ?? '')
        const given = labelIn(value)
        return weaker.same(given, known) ? known + value.slice(given.length) : value
      }),
    ]),
  })
})

/**
 * Components that a verifier may take for a required one. The comparison is of names, so a lookalike counts although
 * its value is another.
 */
const takenFor: Readonly<
  Record<string, { says: string; names: Partial<Record<string, readonly string[]>> }>
> = {
  'digest-of-old': {
    says: 'A signature that covers an older or another digest field counts as one over content-digest',
    names: { 'content-digest': ['digest', 'repr-digest', 'content-md5'] },
  },
  'request-target-for-target-uri': {
    says: 'A signature that covers the path only counts as one over the target URI',
    names: { '@target-uri': ['@request-target', '@path'] },
  },
  'authority-for-target-uri': {
    says: 'A signature that covers the host only counts as one over the target URI',
    names: { '@target-uri': ['@authority', 'host'] },
  },
  'request-target-for-method': {
    says: 'A signature that covers the request target counts as one over the method',
    names: { '@method': ['@request-target'] },
  },
}

const ofLookalikes = Object.entries(takenFor).map(([id, { says, names }]) =>
  faultBy('requests', 'verifySignature', {
    id,
    breaks: 'signature.several.one-whole',
    says,
    by: verifyingBy(
      stepsComparing((given, known) => given === known || names[known]?.includes(given) === true),
    ),
  }),
)

/** Faults that replace each comparison of a verifier with each weaker one. */
export const comparedSignatureFaults: readonly Defect[] = [
  ...ofDigests,
  ...ofSignatures,
  ...signedValueFaults,
  ...ofComponents,
  ...ofLookalikes,
  ...ofLabels,
].map((each) => ({ ...each, source: 'comparison' }))
