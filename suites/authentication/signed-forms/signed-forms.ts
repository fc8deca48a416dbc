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
    'the last one first': withComponents((own) => own.toReversed()),
    'the first one last': withComponents(([first = '', ...rest]) => [...rest, first]),
  },
})

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

const labelled =
  (label: string): WrittenForm =>
  (draft) =>
    signed(draft, { label })

export const label = accepted({
  id: 'signed-forms/label',
  title: 'A signature under another label is',
  detects: 'other-label-refused',
  requirement: 'signature.accepts.label',
  on: free,
  forms: {
    'a word': labelled('signature'),
    'one letter': labelled('a'),
    'every kind of character': labelled('*a-b_c.d*1'),
    'a long one': labelled('l'.repeat(64)),
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
    '@authority': covering('@authority'),
    '@scheme and @path': covering('@scheme', '@path'),
    '@query': covering('@query'),
  },
})

export const furtherHeaders = accepted({
  id: 'signed-forms/further-headers',
  title: 'A signature that covers additional headers is',
  detects: 'further-components-refused',
  requirement: 'signature.accepts.further-components',
  on: withBody.filter(({ pays }) => !pays),
  forms: {
    'content-type': covering('content-type'),
    'content-length': covering('content-length'),
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
    'two over the same': (draft) => signed(draft, { further: [{ label: 'another' }] }),
    'a lesser one after it': (draft) =>
      signed(draft, { further: [{ label: 'another', components: ['@method'] }] }),
    'a lesser one before it': (draft, { target: { signing } }) =>
      signed(draft, {
        label: 'another',
        components: ['@method'],
        further: [{ label: signing.label, components: signing.components }],
      }),
  },
})
