import { refusedAs } from '../../src/check/expectation.ts'
import { each } from '../../src/check/given.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import { everyOperation } from '../support/operations.ts'
import { withHeader } from './signature-headers.ts'

interface Member {
  header: 'signature-input' | 'signature'
  /** What stands in the place of the components, or of the bytes. Parameters of the member stay. */
  instead: string
}

/** Dictionaries of RFC 8941 whose member has another type than RFC 9421 gives it. */
const otherTypes: readonly Member[] = [
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
