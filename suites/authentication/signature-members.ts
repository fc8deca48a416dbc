import { refusedAs } from '../../src/check/expectation.ts'
import { each } from '../../src/check/given.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import { everyOperation } from '../support/operations.ts'
import { plainest, withHeader } from './signature-headers.ts'

interface HeaderMember {
  header: 'signature-input' | 'signature'
  /** The text that replaces the list of components or the bytes. Parameters of the member stay. */
  instead: string
}

/** Dictionaries of RFC 8941 whose member has another type than RFC 9421 gives it. */
const otherTypes: readonly HeaderMember[] = [
  { header: 'signature-input', instead: '"x"' },
  { header: 'signature-input', instead: 'x' },
  { header: 'signature-input', instead: '1' },
  { header: 'signature-input', instead: '(1 2 3)' },
  { header: 'signature', instead: '"x"' },
  { header: 'signature', instead: 'x' },
]

const inPlaceOf = { 'signature-input': /=\([^)]*\)/, signature: /=:[^:]*:/ }

export const otherType = refusal({
  id: 'signature-members/of-another-type',
  title: 'A request is refused if its signature headers hold no list of component names, or no bytes',
  detects: 'signature-input-without-list-accepted',
  on: everyOperation,
  cases: each(...otherTypes),
  tamper: (message, { header, instead }) =>
    withHeader(message, header, (value) => value.replace(inPlaceOf[header], `=${instead}`)),
  expect: refusedAs('signature-unreadable', 'signature.readable'),
})

/**
 * The server must refuse either of the two lists: one is not what was signed, and the other does not cover the method.
 */
export const labelTwice = refusal({
  id: 'signature-members/label-twice',
  title: 'A request is refused if the components that are signed and those that are required share a label',
  detects: 'label-read-twice',
  on: everyOperation,
  cases: each('the signed list first', 'the complete list first'),
  mutate: (draft) => ({ ...draft, signing: { components: plainest.filter((name) => name !== '@method') } }),
  tamper: (message, order) =>
    withHeader(message, 'signature-input', (signed) => {
      const complete = signed.replace('(', '("@method" ')
      return order === 'the signed list first' ? `${signed}, ${complete}` : `${complete}, ${signed}`
    }),
  expect: refusedAs('signature-invalid', 'signature.several.one-whole'),
})
