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
  if (!isObject(body) || body instanceof Uint8Array || 'metadata' in body) return draft
  const metadata = { ...Object(draft.furtherFields?.['metadata']), [markName]: mark }
  return { ...draft, body: { ...body, metadata } }
}
