import type { Profile } from '../catalogue/profile.ts'
import { isObject } from '../core/json.ts'
import type { Answer } from '../http/answers/answer.ts'
import { loadOpenApi } from '../openapi/document.ts'
import { formAmong, publicForm, underOurNames } from '../openapi/forms.ts'

/**
 * Returns true if the response has the public form of an incoming payment, which may be shown to anyone. Not every
 * profile requires both of its fields.
 */
export function isPublicForm({ response }: Answer, profile: Profile): boolean {
  const schemas = loadOpenApi(profile.name).components?.schemas ?? {}
  const shown = underOurNames(response?.json, profile, schemas)
  if (!isObject(shown) || !('receivedAmount' in shown || 'authServer' in shown)) return false
  return formAmong(schemas, ['IncomingPaymentWithMethods', publicForm])(shown) === publicForm
}
