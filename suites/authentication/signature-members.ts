import { refusal } from '../../src/check/kinds/refusal.ts'
import { everyOperation } from '../support/operations.ts'
import { forgeriesOf, forgeryOf, withForgedHeader } from './forgeries.ts'
import { requiredComponents, withHeader } from './signature-headers.ts'

export const otherType = refusal({
  id: 'signature-members/of-another-type',
  title: 'A request is refused if its Signature-Input holds no list of component names',
  detects: 'signature-input-without-list-accepted',
  on: everyOperation,
  ...forgeriesOf('signature-input', ['unreadable']),
  tamper: (message, forgery) => withForgedHeader(message, 'signature-input', 'signature-input', forgery),
})

/**
 * The server must refuse either of the two lists: one is not what was signed, and the other lacks a required component.
 */
export const labelTwice = refusal({
  id: 'signature-members/label-twice',
  title: 'A request is refused if the components that are signed and those that are required share a label',
  detects: 'label-read-twice',
  on: everyOperation,
  ...forgeriesOf('component', ['duplicate']),
  mutate: (draft, forgery) => ({
    ...draft,
    signing: { components: requiredComponents.filter((name) => name !== forgeryOf('component', forgery).of) },
  }),
  tamper: (message, forgery) =>
    withHeader(message, 'signature-input', (signed) => {
      const complete = signed.replace('(', `("${forgeryOf('component', forgery).of}" `)
      return forgery.startsWith('the signed list first') ? `${signed}, ${complete}` : `${complete}, ${signed}`
    }),
})
