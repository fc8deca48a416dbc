import { isObject } from '../src/check/resource.ts'
import type { Session } from '../src/check/session.ts'
import type { Answer } from '../src/wire/answer.ts'
import { asText } from '../src/wire/json.ts'
import { isSameUrl } from './same-url.ts'

/** The public form of an incoming payment, which may be shown to anyone; not every profile has it hold both fields. */
export const isPublicForm = ({ response }: Answer): boolean =>
  isObject(response?.json) &&
  ('receivedAmount' in response.json || 'authServer' in response.json) &&
  !('id' in response.json)

/** A page without any item of the wallet address under test. */
export const showsNothingOf = ({ response }: Answer, { target }: Session): boolean => {
  const items = isObject(response?.json) ? response.json['result'] : undefined
  return (
    Array.isArray(items) &&
    items.every((item) => isObject(item) && !isSameUrl(asText(item['walletAddress']), target.walletAddress))
  )
}
