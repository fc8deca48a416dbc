import type { HttpRequest } from '../../core/http-request.ts'

/**
 * Whether a request asks an authorization server for a grant (RFC 9635, section 2): then it carries no token, and its
 * signature covers none. Told by the text, as the body may have been altered until it is no JSON.
 */
export function isGrantRequest({ method, headers, body }: HttpRequest): boolean {
  if (method !== 'POST' || 'authorization' in headers) return false
  const text = Buffer.from(body ?? []).toString()
  return /"client"\s*:/.test(text) && /"(?:access_token|subject)"\s*:/.test(text)
}
