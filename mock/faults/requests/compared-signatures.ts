import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import type { Override } from '../../changes/change.ts'
import type { OperationId } from '../../core/operations.ts'
import type { ReceivedRequest } from '../../core/request.ts'
import { signatureBase } from '../../signatures/base.ts'
import type { ReadSignature } from '../../signatures/candidate.ts'
import { digestStepsComparing, verifyDigest } from '../../signatures/digest.ts'
import { type SignatureStep, signatureSteps, stepsComparing } from '../../signatures/signature-steps.ts'
import { verifyRequest } from '../../signatures/verify.ts'
import type { World } from '../../state/world.ts'
import { type Defect, faultsBy } from '../fault.ts'
import { withHeader } from './digests.ts'
import { goodToo, type VerifySignature } from './verification.ts'
import { type Weaker, type WeakerName, weakerComparisons } from './weaker.ts'

const parts = ['byFirstHalf', 'byLastHalf', 'followed', 'preceded', 'withoutCase'] as const

const inHex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

/** Compares signatures or digests by their bytes, except that case is compared in the base64 of the header. */
const ofBytes = (name: WeakerName): Weaker['same'] => {
  const { same } = weakerComparisons[name]
  return (given, known) => (name === 'withoutCase' ? same(given, known) : same(inHex(given), inHex(known)))
}

const ofDigests = faultsBy(
  'requests',
  'verifyDigest',
  [...parts, 'cutAtEnd' as const].map((name) => {
    const weaker = weakerComparisons[name]
    const steps = digestStepsComparing(ofBytes(name))
    return {
      // The id of this fault is older than the scheme of the others.
      id: name === 'cutAtEnd' ? 'digest-cut-short' : `digest-compared-${weaker.id}`,
      breaks: 'signature.digest.matches-body',
      says: `A digest ${weaker.says}`,
      by: () => (request) => verifyDigest(request, steps),
    }
  }),
)

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
    const lenient = (step: SignatureStep): SignatureStep => ({
      ...step,
      refuses: (candidate) => {
        const { signature } = candidate
        return signature && isNearly(signature) ? undefined : step.refuses(candidate)
      },
    })
    const steps = signatureSteps.map((step) => (step.id === 'signature-verifies' ? lenient(step) : step))
    return {
      requests: {
        keyFor: (keyId, token) => {
          const key = privateKeyOf(world, keyId)
          if (key) privateKeys.set(keyId, key)
          return keyFor(keyId, token)
        },
        verifySignature: (request, keys) => verifyRequest(request, keys, steps),
      },
    }
  }

const ofSignatures = parts.map((name): Defect => {
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
  const steps = stepsComparing(weaker.same)
  return {
    id: `component-name-compared-${weaker.id}`,
    breaks: 'signature.several.one-whole',
    says: `The name of a required component ${weaker.says}`,
    by: (): VerifySignature => (request, keys) => verifyRequest(request, keys, steps),
  }
})

const labelIn = (field: string): string => field.split('=', 1)[0] ?? ''

const ofLabels = (['byFirstHalf', 'cutAtEnd', 'followed', 'preceded'] as const).map((name) => {
  const weaker = weakerComparisons[name]
  return {
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
  }
})

/** Returns the forms of a value that may have been signed in its place, if a verifier compares less of the value. */
const signedForms: Partial<Record<WeakerName, (value: string) => string[]>> = {
  withoutCase: (value) => [value.toLowerCase(), value.toUpperCase(), inOtherCase(value)],
  decoded: (value) => [decodedPart(value)],
  cutAtEnd: (value) => lengthsOf(value).map((length) => value.slice(0, length)),
}

const inOtherCase = (value: string): string =>
  value.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

const lengthsOf = ({ length }: string): number[] =>
  Array.from({ length: Math.floor(length / 2) }, (_, index) => length - index - 1)

const decodedPart = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

type WithOther = (request: ReceivedRequest, change: (value: string) => string) => ReceivedRequest

const ofHeader =
  (name: string): WithOther =>
  (request, change) =>
    withHeader(request, name, change)

/**
 * The components that every signature covers. Only a target URI has escapes. The method is left out: many verifiers
 * accept it in another case, and no method remains if it is cut short.
 */
const covered: ReadonlyArray<{
  name: string
  by: readonly WeakerName[]
  with: WithOther
  /** The operations whose requests have the component, or undefined for all. */
  on?: readonly OperationId[]
}> = [
  {
    name: 'target-uri',
    by: ['withoutCase', 'decoded', 'cutAtEnd'],
    with: (request, change) => ({ ...request, targetUri: change(request.targetUri) }),
  },
  { name: 'authorization', by: ['withoutCase', 'cutAtEnd'], with: ofHeader('authorization') },
  {
    name: 'content-digest',
    by: ['withoutCase', 'cutAtEnd'],
    with: ofHeader('content-digest'),
    on: ['create-quote', 'create-outgoing-payment', 'create-incoming-payment'],
  },
]

const ofValues = covered.flatMap(({ name, by, with: withOther, on }) =>
  by.map((each) => ({
    id: `${name}-signed-${weakerComparisons[each].id}`,
    breaks: 'signature.verifies',
    says: `In a signature, ${name} ${weakerComparisons[each].says}`,
    ...(on && { operations: on }),
    by: goodToo((request) => {
      let value = ''
      withOther(request, (own) => (value = own))
      return (signedForms[each]?.(value) ?? []).map((form) => withOther(request, () => form))
    }),
  })),
)

const orders = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) =>
        orders([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
      )

/** The most items whose orders are all tried. More items have too many orders. */
const most = 5

const inAnyOrder = (request: ReceivedRequest, pattern: RegExp, separator: string): ReceivedRequest[] => {
  const [, before = '', list = ''] = pattern.exec(request.headers.get('signature-input') ?? '') ?? []
  const items = list.split(separator)
  return items.length > most
    ? []
    : orders(items).map((order) =>
        withHeader(request, 'signature-input', (value) =>
          value.replace(before + list, () => before + order.join(separator)),
        ),
      )
}

/** Lists that the server wrongly compares as sets. */
const asSets = [
  {
    id: 'components-signed-in-any-order',
    breaks: 'signature.verifies',
    says: 'The order of the components of a signature is ignored',
    by: goodToo((request) => inAnyOrder(request, /^([^=]*=\()([^)]*)\)/, ' ')),
  },
  {
    id: 'parameters-signed-in-any-order',
    breaks: 'signature.verifies',
    says: 'The order of the parameters of a signature is ignored',
    by: goodToo((request) => inAnyOrder(request, /^([^=]*=\([^)]*\);)([^,]*)/, ';')),
  },
]

/** Faults that replace each comparison of a verifier with each weaker one. */
export const comparedSignatureFaults: readonly Defect[] = [
  ...ofDigests,
  ...ofSignatures,
  ...faultsBy('requests', 'verifySignature', [...ofComponents, ...ofLabels, ...ofValues, ...asSets]),
].map((each) => ({ ...each, source: 'comparison' }))
