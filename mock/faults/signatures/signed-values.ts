import type { OperationId } from '../../core/operations.ts'
import type { ReceivedRequest } from '../../core/request.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'
import { decoded, type WeakerName, weakerComparisons } from '../requests/weaker.ts'
import { withHeader } from './digests.ts'
import { inOtherCase, takenForms } from './taken-forms.ts'
import { goodToo } from './verification.ts'

// Faults of a verifier that accepts a signature over another form of a component than the one that it received.

/** Returns the forms of a value that may have been signed in its place, if a verifier compares less of the value. */
const signedForms: Partial<Record<WeakerName, (value: string) => string[]>> = {
  withoutCase: (value) => [value.toLowerCase(), value.toUpperCase(), inOtherCase(value)],
  decoded: (value) => [decoded(value)],
  cutAtEnd: (value) => lengthsOf(value).map((length) => value.slice(0, length)),
}

const lengthsOf = ({ length }: string): number[] =>
  Array.from({ length: Math.floor(length / 2) }, (_, index) => length - index - 1)

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
  by.map((each) =>
    faultBy('requests', 'verifySignature', {
      id: `${name}-signed-${weakerComparisons[each].id}`,
      breaks: 'signature.verifies',
      says: `In a signature, ${name} ${weakerComparisons[each].says}`,
      ...(on && { operations: on }),
      by: goodToo((request) => {
        let value = ''
        withOther(request, (own) => (value = own))
        return (signedForms[each]?.(value) ?? []).map((form) => withOther(request, () => form))
      }),
    }),
  ),
)

const ofForms = Object.entries(takenForms).map(([id, { says, component, forms }]) => {
  const { with: withOther, on } = covered.find(({ name }) => name === component) ?? {}
  return faultBy('requests', 'verifySignature', {
    id,
    breaks: 'signature.verifies',
    says: `In a signature, ${component} is normalized: ${says}`,
    ...(on && { operations: on }),
    by: goodToo((request) => {
      let value = ''
      withOther?.(request, (own) => (value = own))
      return forms(value).flatMap((form) => withOther?.(request, () => form) ?? [])
    }),
  })
})

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
const asSets = faultsBy('requests', 'verifySignature', {
  'components-signed-in-any-order': {
    breaks: 'signature.verifies',
    says: 'The order of the components of a signature is ignored',
    by: goodToo((request) => inAnyOrder(request, /^([^=]*=\()([^)]*)\)/, ' ')),
  },
  'parameters-signed-in-any-order': {
    breaks: 'signature.verifies',
    says: 'The order of the parameters of a signature is ignored',
    by: goodToo((request) => inAnyOrder(request, /^([^=]*=\([^)]*\);)([^,]*)/, ';')),
  },
})

/** Faults that accept a signature over another form of what was received. */
export const signedValueFaults: readonly Defect[] = [...ofValues, ...ofForms, ...asSets]
