import type { Message } from '../wire/draft.ts'
import { baseOf, textOf, whyNoBase } from './base.ts'
import type { Case } from './case.ts'
import { digestFlaw } from './digest.ts'
import { type OfferedSignature, offersOf } from './read.ts'
import { countsSeconds, coversEnough, isOfNow, listsOnce, namesKey, saysItsAlgorithm } from './well-formed.ts'
import { whyNot } from './why-not.ts'

/** What there is to say of the signatures of a request. */
export interface Explanation {
  /** Every signature that could be read, with its base over the request as received; none where it has no base. */
  signatures: Array<{ label: string; base?: string }>
  /** One sentence that says what is wrong; absent where a signature is good. */
  flaw?: string
  /** Of the signature that is good. */
  good?: { label: string; keyId: string }
}

/** `bases`: URLs that the client may have taken for the server's. */
export const explainSignatures = (
  message: Message,
  judgedBy: Omit<Case, 'message' | 'signature'>,
): Explanation => {
  const offers = offersOf(message)
  const read = offers.filter((offer) => 'bytes' in offer)
  const judged = offers.map((offer) =>
    'bytes' in offer
      ? judge({ message, signature: offer, ...judgedBy })
      : { step: -1, flaw: offer.unreadable },
  )
  const place = judged.findIndex(({ flaw }) => flaw === undefined)
  const good = offers[place]
  const furthest = judged.reduce((far, one) => (one.step > far.step ? one : far))
  return {
    signatures: read.map((signature) => shown(message, signature)),
    ...(good && 'bytes' in good ? { good: nameOf(good) } : { flaw: `${furthest.flaw}.` }),
  }
}

const nameOf = ({ label, parameters }: OfferedSignature): { label: string; keyId: string } => ({
  label,
  keyId: String(parameters.get('keyid')),
})

const shown = (message: Message, { label, components, text }: OfferedSignature) =>
  whyNoBase(message, components) === undefined
    ? { label, base: textOf(baseOf(message, components, text)) }
    : { label }

/** The first thing that is wrong, and how far the signature got until then. */
const judge = (judged: Case): { step: number; flaw: string | undefined } => {
  for (const [step, look] of looks.entries()) {
    const flaw = look(judged)
    if (flaw !== undefined) return { step, flaw }
  }
  return { step: looks.length, flaw: undefined }
}

type Look = (judged: Case) => string | undefined

/** As a sentence. */
const ofSignature =
  (look: Look): Look =>
  (judged) => {
    const flaw = look(judged)
    return flaw && `Signature "${judged.signature.label}" ${flaw}`
  }

const looks: readonly Look[] = [
  ({ signature }) => signature.flaw,
  ofSignature(listsOnce),
  ofSignature(coversEnough),
  ofSignature(namesKey),
  ofSignature(saysItsAlgorithm),
  ofSignature(countsSeconds),
  ofSignature(whyNot),
  ({ message }) => digestFlaw(message),
  ofSignature(isOfNow),
]
