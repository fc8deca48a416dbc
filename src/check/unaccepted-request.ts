import { isObject } from '../core/json.ts'
import type { Answer } from '../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../http/draft.ts'

/** A request that would have created something, but was refused or got no answer, as it can be sent once more. */
export interface UnacceptedRequest {
  /** The check that sent it. */
  check: string
  draft: RequestDraft
  tamper?: Tamper
  answer: Answer
}

/** The name in metadata under which a request that is sent once more bears its mark. */
export const markName = 'opConformance'

/** The draft with a mark in its metadata, if it has a JSON object as its body and no metadata of its own. */
export function marked(draft: RequestDraft, mark: string): RequestDraft {
  const { body } = draft
  if (!isObject(body) || body instanceof Uint8Array || 'metadata' in body) return draft
  const metadata = { ...Object(draft.furtherFields?.['metadata']), [markName]: mark }
  return { ...draft, body: { ...body, metadata } }
}
