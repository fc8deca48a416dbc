import { refusal } from '../../../src/check/kinds/refusal.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import { everyOperation, withBody } from '../../support/operations.ts'
import { forgeriesOf, forgeryOf, withForgedHeader } from '../forgeries.ts'
import { requiredComponents } from '../signature-headers.ts'

// Signatures that only a faulty verifier accepts.

export const signatureBytes = refusal({
  id: 'signatures/other-bytes',
  title: 'A signature with bytes missing or added, or in another form, is refused',
  detects: 'signature-compared-with-anything-behind',
  on: everyOperation,
  ...forgeriesOf('signature', ['part', 'extra', 'another form']),
  tamper: (message, forgery) => withForgedHeader(message, 'signature', 'signature', forgery),
})

/** Returns the draft, signed over something else in place of the component, or only with its name in a parameter. */
const covering = (draft: RequestDraft, forgery: string): RequestDraft => {
  const { of = '', value: instead = forgery } = forgeryOf('component', forgery)
  if (instead === ';tag') {
    const components = requiredComponents.filter((name) => name !== of)
    return { ...draft, signing: { components, parameters: ['created', 'keyid', 'tag'], values: { tag: of } } }
  }
  const own = instead.startsWith('@') ? {} : { headers: { ...draft.headers, [instead]: 'nothing' } }
  return {
    ...draft,
    ...own,
    signing: { components: requiredComponents.map((name) => (name === of ? instead : name)) },
  }
}

const namedLike = (id: string, title: string, classes: readonly string[], on: typeof everyOperation) =>
  refusal({
    id,
    title,
    detects: 'component-name-compared-with-anything-before',
    on,
    ...forgeriesOf('component', classes),
    mutate: covering,
  })

export const componentNames = namedLike(
  'signatures/component-of-a-similar-name',
  'A signature that covers something similar instead of a required component is refused',
  ['similar name', 'less'],
  everyOperation,
)

export const contentDigestName = namedLike(
  'signatures/content-digest-of-a-similar-name',
  'A signature that covers a header with a similar name instead of content-digest is refused',
  ['similar name of content-digest'],
  withBody,
)
