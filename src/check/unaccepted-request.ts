import { isObject } from '../core/json.ts'
import type { Answer } from '../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../http/draft.ts'

/**
 * A request that would have created something, but was refused or got no response, in a form that can be sent again.
 */
export interface UnacceptedRequest {
  /** The id of the check that sent it. */
  check: string
  draft: RequestDraft
  tamper?: Tamper
  answer: Answer
}

/** The metadata field that holds the mark of a request that is sent again. */
export const markName = 'opConformance'

/** Returns the draft with a mark in its metadata, if its body is a JSON object without metadata of its own. */
export function marked(draft: RequestDraft, mark: string): RequestDraft {
  const { body } = draft
  if (body instanceof Uint8Array) return { ...draft, body: markedText(body, mark) }
  if (!isObject(body) || 'metadata' in body) return draft
  const metadata = { ...Object(draft.furtherFields?.['metadata']), [markName]: mark }
  return { ...draft, body: { ...body, metadata } }
}

/** Writes the mark before the first member of an object. Every other byte stays, because one of them may be wrong. */
const markedText = (body: Uint8Array, mark: string): Uint8Array => {
  const bytes = Buffer.from(body)
  if (!bytes.subarray(0, 2).equals(Buffer.from('{"')) || bytes.includes('"metadata"')) return body
  const metadata = `{"metadata":${JSON.stringify({ [markName]: mark })},`
  return Buffer.concat([Buffer.from(metadata), bytes.subarray(1)])
}

/** Returns true if some item of a list has metadata. Then the mark of a request would show too. */
export function showsMetadata(items: Iterable<Record<string, unknown>>): boolean {
  return [...items].some(({ metadata }) => isObject(metadata) && Object.keys(metadata).length > 0)
}

/**
 * Returns true if the request that was sent with this mark made an item of a list: if the item bears the mark, or if the
 * list shows no metadata and the item resembles the request. In a list with metadata, an item without the mark is somebody
 * else's.
 */
export function isMadeBy(
  { draft, mark }: { draft: RequestDraft; mark?: string },
  item: Record<string, unknown>,
  { showsMarks, resembles }: { showsMarks: boolean; resembles: (asked: RequestDraft) => boolean },
): boolean {
  const { metadata } = item
  if (mark !== undefined && isObject(metadata)) return metadata[markName] === mark
  return metadata === undefined && !showsMarks && resembles(draft)
}
