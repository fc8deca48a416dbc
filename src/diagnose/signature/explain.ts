import type { HttpRequest } from '../../core/http-request.ts'
import { baseText } from './base.ts'
import { digestFlaw } from './digest.ts'
import { type OfferedSignature, offersOf } from './read.ts'
import { countsSeconds, coversEnough, isOfNow, listsOnce, namesKey, saysItsAlgorithm } from './well-formed.ts'
import { type Deviation, type SignatureCase, whyNot } from './why-not.ts'

/** A verdict on the signatures of a request. */
export interface Explanation {
  signatures: ShownSignature[]
  /** A sentence that says what is wrong, or undefined if a signature is good. */
  flaw?: string
  /** A stable name of the flaw, such as `trailing-slash`, or undefined if a signature is good. */
  cause?: string
  /** The label and key id of the signature that is good. */
  good?: { label: string; keyId: string }
}

export interface ShownSignature {
  label: string
  /** The signature base of the request as received, or undefined if it has none. */
  base?: string
  /** The base that the client signed instead, if it was found. */
  signed?: string
}

/** Explains the signatures of a request. `bases`: URLs that the client may have taken for the server's. */
export function explainSignatures(
  message: HttpRequest,
  judgedBy: Omit<SignatureCase, 'message' | 'signature'>,
): Explanation {
  const offers = offersOf(message)
  const judged = offers.map(
    (offer): JudgedSignature =>
      'bytes' in offer
        ? judge({ message, signature: offer, ...judgedBy })
        : { step: -1, flaw: { cause: 'unreadable', says: offer.unreadable } },
  )
  const place = judged.findIndex(({ flaw }) => flaw === undefined)
  const good = offers[place]
  const furthest = judged.reduce((far, one) => (one.step > far.step ? one : far))
  return {
    signatures: offers.flatMap((offer, at) =>
      'bytes' in offer ? [shown(message, offer, judged[at]?.flaw)] : [],
    ),
    ...(good && 'bytes' in good
      ? { good: nameOf(good) }
      : { flaw: `${furthest.flaw?.says}.`, cause: furthest.flaw?.cause ?? '' }),
  }
}

const nameOf = ({ label, parameters }: OfferedSignature): { label: string; keyId: string } => ({
  label,
  keyId: String(parameters.get('keyid')),
})

const shown = (
  message: HttpRequest,
  { label, components, text }: OfferedSignature,
  flaw: Deviation | undefined,
): ShownSignature => {
  const [base, signed] = [baseText(message, components, text), flaw?.signed]
  return { label, ...(base !== undefined && { base }), ...(signed !== undefined && { signed }) }
}

/** The first flaw of a signature, and the number of looks that it passed before. */
interface JudgedSignature {
  step: number
  flaw: Deviation | undefined
}

const judge = (judged: SignatureCase): JudgedSignature => {
  for (const [step, look] of looks.entries()) {
    const flaw = look(judged)
    if (flaw !== undefined) return { step, flaw }
  }
  return { step: looks.length, flaw: undefined }
}

type SignatureLook = (judged: SignatureCase) => Deviation | undefined

/** Wraps a check: its flaw gets a stable name and becomes a full sentence about the signature. */
const ofSignature =
  (cause: string, look: (judged: SignatureCase) => string | undefined): SignatureLook =>
  (judged) => {
    const says = look(judged)
    return says === undefined ? undefined : { cause, says: subjectOf(judged) + says }
  }

const subjectOf = ({ signature }: SignatureCase): string => `Signature "${signature.label}" `

const verifies: SignatureLook = (judged) => {
  const deviation = whyNot(judged)
  return deviation && { ...deviation, says: subjectOf(judged) + deviation.says }
}

const keepsStructure: SignatureLook = ({ signature: { flaw, form = 'structured-field' } }) =>
  flaw === undefined ? undefined : { cause: form, says: flaw }

const matchesContent: SignatureLook = ({ message }) => {
  const says = digestFlaw(message)
  return says === undefined ? undefined : { cause: 'digest', says }
}

const looks: readonly SignatureLook[] = [
  keepsStructure,
  ofSignature('duplicate-component', listsOnce),
  ofSignature('uncovered-component', coversEnough),
  ofSignature('unknown-key', namesKey),
  ofSignature('alg', saysItsAlgorithm),
  ofSignature('milliseconds', countsSeconds),
  verifies,
  matchesContent,
  ofSignature('clock', isOfNow),
]
