import type { RequestDraft } from '../../../src/http/draft.ts'
import type { Signing } from '../../../src/target-file/target.ts'
import { free, withBody } from '../../support/operations.ts'
import { accepted, type WrittenForm } from './accepted-forms.ts'

const signed = (draft: RequestDraft, signing: Partial<Signing>): RequestDraft => ({ ...draft, signing })

const withComponents =
  (arrange: (own: string[]) => string[]): WrittenForm =>
  (draft, { target }) =>
    signed(draft, { components: arrange(target.signing.components) })

export const componentOrder = accepted({
  id: 'signed-forms/component-order',
  title: 'Covered components in a different order are',
  detects: 'other-component-order-refused',
  requirement: 'signature.accepts.component-order',
  on: free,
  inCircumstances: true,
  forms: {
    'an order drawn by the seed': (draft, session) =>
      withComponents((own) => otherOrder(own, Math.abs(session.generated.seed)))(draft, session),
  },
})

/** Returns one of all other orders of a list, by a number. */
const otherOrder = <T>(all: readonly T[], number: number): T[] => {
  const orders = all.reduce((product, _, at) => product * (at + 1), 1)
  return inOrder(all, 1 + (number % Math.max(orders - 1, 1)))
}

/** Returns one of all orders of a list, by its number. The list itself is number 0. */
const inOrder = <T>(all: readonly T[], number: number): T[] => {
  const at = number % (all.length || 1)
  const left = all.filter((_, place) => place !== at)
  return [
    ...all.slice(at, at + 1),
    ...(left.length > 0 ? inOrder(left, Math.floor(number / all.length)) : []),
  ]
}

export const parameterOrder = accepted({
  id: 'signed-forms/parameter-order',
  title: 'Signature parameters in a different order are',
  detects: 'other-parameter-order-refused',
  requirement: 'signature.accepts.parameter-order',
  on: free,
  forms: {
    'the last one first': (draft, { target }) =>
      signed(draft, { parameters: target.signing.parameters.toReversed() }),
  },
})

export const label = accepted({
  id: 'signed-forms/label',
  title: 'A signature under another label is',
  detects: 'other-label-refused',
  requirement: 'signature.accepts.label',
  on: free,
  forms: {
    'a long one with every kind of character': (draft) =>
      signed(draft, { label: `*a-b_c.d*1${'l'.repeat(54)}` }),
  },
})

const covering =
  (...further: string[]): WrittenForm =>
  (draft, session) =>
    withComponents((own) => [...own, ...further.filter((name) => !own.includes(name))])(draft, session)

export const furtherComponents = accepted({
  id: 'signed-forms/further-components',
  title: 'A signature that covers additional components is',
  detects: 'further-components-refused',
  requirement: 'signature.accepts.further-components',
  on: free,
  forms: {
    '@authority, @scheme, @path and @query': covering('@authority', '@scheme', '@path', '@query'),
  },
})

export const furtherHeaders = accepted({
  id: 'signed-forms/further-headers',
  title: 'A signature that covers additional headers is',
  detects: 'further-components-refused',
  requirement: 'signature.accepts.further-components',
  on: withBody.filter(({ pays }) => !pays),
  forms: {
    'content-length and content-type': covering('content-length', 'content-type'),
  },
})

export const severalSignatures = accepted({
  id: 'signed-forms/several-signatures',
  title: 'A request with several valid signatures is',
  detects: 'several-signatures-refused',
  requirement: 'signature.accepts.several-signatures',
  on: free,
  forms: {
    'two over the same, each on a line of its own': (draft) => ({
      ...signed(draft, { further: [{ label: 'another' }] }),
      splitHeaders: true,
    }),
    'between two others': (draft, { target: { signing } }) =>
      signed(draft, { label: 'first', further: [{ label: signing.label }, { label: 'last' }] }),
  },
})
