import { isPublicForm } from '../../src/check/public-form.ts'
import type { Session } from '../../src/check/session.ts'
import { asText, isObject } from '../../src/core/json.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import type { Answer } from '../../src/http/answers/answer.ts'

/** Describes the form in which a response shows an incoming payment. */
export function formInWords(answer: Answer, session: Session): string {
  if (isPublicForm(answer, session.target.profile)) return 'the public form'
  return isObject(answer.response?.json) && 'id' in answer.response.json
    ? 'the full form'
    : 'accepted, in neither form'
}

/** Returns true for a page without any item of the wallet address under test. */
export function showsNothingOf({ response }: Answer, { target }: Session): boolean {
  const items = isObject(response?.json) ? response.json['result'] : undefined
  return (
    Array.isArray(items) &&
    items.every((item) => isObject(item) && !isSameUrl(asText(item['walletAddress']), target.walletAddress))
  )
}
