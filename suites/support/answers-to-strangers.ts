import { isPublicForm } from '../../src/check/public-form.ts'
import type { Session } from '../../src/check/session.ts'
import { asText, isObject } from '../../src/core/json.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { fieldsShown, itemsIn } from '../../src/http/answers/shown.ts'

/** Describes the form in which a response shows an incoming payment. */
export function formInWords(answer: Answer, session: Session): string {
  if (isPublicForm(answer, session.target.profile)) return 'the public form'
  return 'id' in fieldsShown(answer) ? 'the full form' : 'accepted, in neither form'
}

/** Returns true for a page without any item of the wallet address under test. */
export function showsNothingOf(answer: Answer, { target }: Session): boolean {
  const isOther = (item: unknown): boolean =>
    isObject(item) && !isSameUrl(asText(item['walletAddress']), target.walletAddress)
  return itemsIn(answer)?.every(isOther) === true
}
