import type { Session } from '../../src/check/session.ts'
import { asText, isObject } from '../../src/core/json.ts'
import type { Answer } from '../../src/http/answer.ts'
import { formAmong, publicForm, underOurNames } from '../../src/openapi/forms.ts'
import { isSameUrl } from './same-url.ts'
import { specificationOf } from './specification.ts'

/** The public form of an incoming payment, which may be shown to anyone; not every profile has it hold both fields. */
export function isPublicForm({ response }: Answer, { target: { profile } }: Session): boolean {
  const shown = underOurNames(response?.json, profile)
  if (!isObject(shown) || !('receivedAmount' in shown || 'authServer' in shown)) return false
  const schemas = specificationOf(profile).openapi.components?.schemas ?? {}
  return formAmong(schemas, ['IncomingPaymentWithMethods', publicForm])(shown) === publicForm
}

/** A page without any item of the wallet address under test. */
export function showsNothingOf({ response }: Answer, { target }: Session): boolean {
  const items = isObject(response?.json) ? response.json['result'] : undefined
  return (
    Array.isArray(items) &&
    items.every((item) => isObject(item) && !isSameUrl(asText(item['walletAddress']), target.walletAddress))
  )
}
