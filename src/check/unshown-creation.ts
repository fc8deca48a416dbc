import { isObject, sameJson } from '../core/json.ts'
import type { Answer } from '../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../http/draft.ts'

/**
 * A request that would have created something, but whose answer shows nothing that it made: it was refused, got no
 * response, or was answered with an earlier resource. It is in a form that can be sent again.
 */
export interface UnshownCreation {
  /** The id of the check that sent it. */
  check: string
  draft: RequestDraft
  tamper?: Tamper
  answer: Answer
}

/** The metadata field that holds the mark of a request that is sent again. */
const markName = 'opConformance'

/** Returns the draft with a mark in its metadata, if its body is a JSON object without metadata of its own. */
export function marked(draft: RequestDraft, mark: string): SentAgain {
  const { body } = draft
  if (body instanceof Uint8Array) return markedText(draft, body, mark)
  if (!isObject(body) || 'metadata' in body) return { draft }
  const metadata = { ...Object(draft.furtherFields?.['metadata']), [markName]: mark }
  return { draft: { ...draft, body: { ...body, metadata } }, mark }
}

/** Writes the mark before the first member of an object. Every other byte stays, because one of them may be wrong. */
const markedText = (draft: RequestDraft, body: Uint8Array, mark: string): SentAgain => {
  const bytes = Buffer.from(body)
  if (!bytes.subarray(0, 2).equals(Buffer.from('{"')) || bytes.includes('"metadata"')) return { draft }
  const metadata = `{"metadata":${JSON.stringify({ [markName]: mark })},`
  return { draft: { ...draft, body: Buffer.concat([Buffer.from(metadata), bytes.subarray(1)]) }, mark }
}

/** Returns true if some item of a list has metadata. Then the mark of a request would show too. */
export function showsMetadata(items: Iterable<Record<string, unknown>>): boolean {
  return [...items].some(({ metadata }) => isObject(metadata) && Object.keys(metadata).length > 0)
}

/** A request that is sent once more, and the mark in its metadata, if it can have one. */
export interface SentAgain {
  draft: RequestDraft
  mark?: string
}

/** The item of a list that a request made, and what shows it. */
interface Made {
  id: string
  /** Likeness is no proof, because others may ask for the same. */
  evidence: 'mark' | 'likeness'
}

/**
 * Finds the item that a request made. That is the item with its mark. If the request has no mark, or the list shows no
 * metadata, it may also be an item that resembles the request, without metadata or with the same.
 */
export function madeBy(
  { draft, mark }: SentAgain,
  items: Iterable<readonly [id: string, item: Record<string, unknown>]>,
  list: { showsMarks: boolean; resembles: (asked: RequestDraft, item: Record<string, unknown>) => boolean },
): Made | undefined {
  let alike: Made | undefined
  for (const [id, item] of items) {
    const { metadata } = item
    if (mark !== undefined && isObject(metadata) && metadata[markName] === mark)
      return { id, evidence: 'mark' }
    const hasItsMetadata = metadata === undefined || sameJson(metadata, metadataOf(draft))
    const mayBeIts = hasItsMetadata && (mark === undefined || !list.showsMarks)
    if (!alike && mayBeIts && list.resembles(draft, item)) alike = { id, evidence: 'likeness' }
  }
  return alike
}

/** The metadata that a request sends, which need not be an object. */
export function metadataOf({ body, furtherFields }: RequestDraft): unknown {
  return isObject(body) ? (body['metadata'] ?? furtherFields?.['metadata']) : undefined
}
