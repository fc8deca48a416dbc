import { type InnerList, type Item, isInnerList } from 'structured-headers'
import { membersOf } from '../signatures/dictionary.ts'
import { type Fault, fault } from './fault.ts'

/** A verifier that finds nothing to verify where every member of a header is of some kind, and goes on. */
const accepting = (
  id: string,
  says: string,
  header: 'signature' | 'signature-input',
  isOfThatKind: (value: Item | InnerList) => boolean,
): Fault =>
  fault(id, 'signature.readable', says, ({ verifySignature }) => ({
    verifySignature: (request, keys) => {
      const members = membersOf(request.headers.get(header) ?? '')
      const isMeant = members.every((member) => 'value' in member && isOfThatKind(member.value))
      return members.length > 0 && isMeant ? { ok: true } : verifySignature(request, keys)
    },
  }))

export const signatureMemberFaults: readonly Fault[] = [
  accepting(
    'signature-input-without-list-accepted',
    'A Signature-Input whose member is not an inner list is accepted',
    'signature-input',
    (value) => !isInnerList(value),
  ),
  accepting(
    'components-of-another-type-accepted',
    'A Signature-Input whose components are not strings is accepted',
    'signature-input',
    (value) => isInnerList(value) && value[0].some(([name]) => typeof name !== 'string'),
  ),
  accepting(
    'signature-without-bytes-accepted',
    'A Signature whose member is not a byte sequence is accepted',
    'signature',
    (value) => !isInnerList(value) && !(value[0] instanceof ArrayBuffer),
  ),
]
