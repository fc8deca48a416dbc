import { each, eachInTurn } from '../../../src/check/cases/given.ts'
import { refusedAs } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import type { HttpRequest } from '../../../src/core/http-request.ts'
import { forged } from '../../../src/generate/forged.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import type { Signing } from '../../../src/target-file/target.ts'
import { everyOperation, free, withBody } from '../../support/operations.ts'
import { forgeriesOf, forgeryOf, withForgedHeader } from '../forgeries.ts'
import { requiredComponents, withHeader, withOtherByte, withoutHeaders } from '../signature-headers.ts'

export const missing = refusal({
  id: 'signatures/missing',
  title: 'A request without a signature is refused',
  detects: 'without-signature-present',
  on: everyOperation,
  cases: each(['signature', 'signature-input'], ['signature'], ['signature-input']),
  tamper: (message, headers) => withoutHeaders(message, ...headers),
  expect: refusedAs('signature-unreadable', 'signature.required'),
})

export const unreadable = refusal({
  id: 'signatures/unreadable',
  title: 'A request whose signature cannot be read is refused',
  detects: 'without-signature-readable',
  on: everyOperation,
  ...forgeriesOf('signature', ['unreadable']),
  tamper: (message, forgery) => withForgedHeader(message, 'signature', 'signature', forgery),
})

/** The draft signed over the required components except one, and perhaps over others in its place. */
const uncovering = (
  draft: RequestDraft,
  left: string,
  instead: readonly string[] = [],
  otherwise: Partial<Signing> = {},
): RequestDraft => ({
  ...draft,
  signing: {
    components: requiredComponents.flatMap((component) => (component === left ? instead : [component])),
    ...otherwise,
  },
})

/** Ways to sign, each of which a verifier may have a path of its own for. The operations share them. */
const ways: Readonly<Record<string, Partial<Signing>>> = {
  'as usual': {},
  'under another label': { label: 'another' },
  'with further parameters': { parameters: ['created', 'keyid', 'alg', 'expires', 'nonce', 'tag'] },
}

const uncovered = (id: string, component: string, requirement: string, on = everyOperation) =>
  refusal({
    id,
    title: `A signature that does not cover ${component} is refused`,
    detects: `without-signature-covers-${component.replace('@', '')}`,
    on,
    cases: eachInTurn(...Object.keys(ways)),
    mutate: (draft, way) => uncovering(draft, component, [], ways[way]),
    expect: refusedAs('signature-invalid', requirement),
  })

export const uncoveredMethod = refusal({
  id: 'signatures/uncovered-method',
  title: 'A signature that does not cover @method, or covers nothing at all, is refused',
  detects: 'without-signature-covers-method',
  on: everyOperation,
  cases: each<'the method left out' | 'nothing covered'>('the method left out', 'nothing covered'),
  mutate: (draft, lack) =>
    lack === 'nothing covered' ? { ...draft, signing: { components: [] } } : uncovering(draft, '@method'),
  expect: refusedAs('signature-invalid', 'signature.covers.method'),
})

/** The parts of the target URI. Together they nearly cover it, but the interface requires @target-uri. */
const partsOfTargetUri = ['@scheme', '@authority', '@path', '@query']

export const targetUriInParts = refusal({
  id: 'signatures/target-uri-in-parts',
  title: 'A signature that covers the parts of the target URI instead of @target-uri is refused',
  detects: 'without-signature-covers-target-uri',
  on: everyOperation,
  mutate: (draft) => uncovering(draft, '@target-uri', partsOfTargetUri),
  expect: refusedAs('signature-invalid', 'signature.covers.target-uri'),
})

export const uncoveredTargetUri = uncovered(
  'signatures/uncovered-target-uri',
  '@target-uri',
  'signature.covers.target-uri',
)
export const uncoveredAuthorization = uncovered(
  'signatures/uncovered-authorization',
  'authorization',
  'signature.covers.authorization',
)
export const uncoveredContentDigest = uncovered(
  'signatures/uncovered-content-digest',
  'content-digest',
  'signature.covers.content-digest',
  withBody,
)

export const oneByteAltered = refusal({
  id: 'signatures/altered',
  title: 'A signature with one byte changed, or with other bytes that fit anything, is refused',
  detects: 'without-signature-verifies',
  on: everyOperation,
  ...forgeriesOf('signature', ['altered', 'constant']),
  tamper: (message, forgery) => withForgedHeader(message, 'signature', 'signature', forgery),
})

/** Forms that break RFC 8941 although the signature can be guessed. */
const brokenForms = {
  'a signature without its colons': (message: HttpRequest) =>
    withHeader(message, 'signature', (value) => value.replaceAll(':', '')),
  'components without quotes': (message: HttpRequest) =>
    withHeader(message, 'signature-input', (value) =>
      value.replace(/\(([^)]*)\)/, (_, list: string) => `(${list.replaceAll('"', '')})`),
    ),
}

export const brokenForm = refusal({
  id: 'signatures/broken-form',
  title: 'Signature headers that break the syntax of structured fields are refused',
  detects: 'without-signature-structured',
  on: everyOperation,
  cases: each(...(Object.keys(brokenForms) as Array<keyof typeof brokenForms>)),
  tamper: (message, form) => brokenForms[form](message),
  expect: refusedAs('malformed', 'signature.well-formed.structured-field'),
})

export const labelsDiffer = refusal({
  id: 'signatures/labels-differ',
  title: 'A signature whose label differs from the label of its components is refused',
  detects: 'labels-not-compared',
  on: everyOperation,
  tamper: (message) => withHeader(message, 'signature', (value) => `another-${value}`),
  expect: refusedAs('malformed', 'signature.well-formed.labels-match'),
})

export const labelsNearlyTheSame = refusal({
  id: 'signatures/labels-nearly-the-same',
  title: 'A signature under a label that is similar to the label of its components is refused',
  detects: 'label-compared-as-a-beginning',
  on: free,
  ...forgeriesOf('label', ['part']),
  tamper: (message, forgery) =>
    withHeader(message, 'signature', (value) => {
      const label = value.split('=', 1).join('')
      return forged(forgeryOf('label', forgery), label) + value.slice(label.length)
    }),
})

const twice = refusedAs('malformed', 'signature.well-formed.no-duplicate-component')

export const componentTwice = refusal({
  id: 'signatures/component-twice',
  title: 'A signature that covers a component twice is refused',
  detects: 'without-signature-component-unique',
  on: everyOperation,
  cases: each('@method', '@target-uri', 'authorization'),
  mutate: (draft, component) => ({ ...draft, signing: { components: [component, ...requiredComponents] } }),
  expect: twice,
})

export const contentDigestTwice = refusal({
  id: 'signatures/content-digest-twice',
  title: 'A signature that covers content-digest twice is refused',
  detects: 'without-signature-component-unique',
  on: withBody,
  mutate: (draft) => ({ ...draft, signing: { components: [...requiredComponents, 'content-digest'] } }),
  expect: twice,
})

/** Two signatures: the broken one covers all components, and the good one does not cover the method. */
const completeAndLesser = [
  { label: 'complete', components: requiredComponents },
  { label: 'lesser', components: requiredComponents.filter((component) => component !== '@method') },
] as const

export const noneWhole = refusal({
  id: 'signatures/none-whole',
  title: 'A broken signature that covers all components, next to a valid signature that does not, is refused',
  detects: 'coverage-of-any-signature',
  on: everyOperation,
  cases: each('the broken one first', 'the good one first'),
  mutate: (draft, order) => {
    const [complete, lesser] = completeAndLesser
    const [first, second] = order === 'the good one first' ? [lesser, complete] : [complete, lesser]
    return {
      ...draft,
      signing: {
        label: first.label,
        components: [...first.components],
        further: [{ ...second, components: [...second.components] }],
      },
    }
  },
  tamper: (message) =>
    withHeader(message, 'signature', (value) => withOtherByte(value, 0.5, completeAndLesser[0].label)),
  expect: refusedAs('signature-invalid', 'signature.several.one-whole'),
})

export const otherAlgorithm = refusal({
  id: 'signatures/alg-of-another-key',
  title: 'A signature whose alg differs from the alg of its key is refused',
  detects: 'without-signature-alg-fits-key',
  on: everyOperation,
  mutate: (draft) => ({
    ...draft,
    signing: { parameters: ['created', 'keyid', 'alg'], values: { alg: 'ecdsa-p384-sha384' } },
  }),
  expect: refusedAs('malformed', 'signature.well-formed.alg-fits-key'),
})
