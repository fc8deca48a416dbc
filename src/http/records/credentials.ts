/** The usual names of credentials in queries, forms and JSON. */
const names =
  '(?:(?:access|refresh|id|auth|session|csrf|subject|actor)_?token|client_?(?:secret|assertion)|(?:api|subscription)[_-]?key|password|passwd|x-amz-signature)'

const parameter = new RegExp(`([?&]|^)(${names})=([^&#\\s"'<>[]+)`, 'gi')
// Quotes may be escaped several times. The quotes at both ends of a value have the same number of backslashes.
const member = new RegExp(`("${names}(\\\\{0,7})"\\s*:\\s*\\2")((?!\\[)[^]{1,8192}?)(?=(?<!\\\\)\\2")`, 'gi')
const quick = /token|secret|key|passw|assertion|signature/i

const header =
  /^(?:set-)?cookie2?$|^proxy-authorization$|^x-forwarded-authorization$|(?:^|-)(?:token|secret|password|session|sid|jwt|apikey|key)$/

/** Returns true if a header of this name carries a credential. The headers of the interface are handled separately. */
export function isCredentialHeader(name: string): boolean {
  return header.test(name)
}

/** Replaces anybody's credentials. They are found by the names under which they are sent in queries, forms and JSON. */
export function withoutCredentials(text: string, stand: (name: string, value: string) => string): string {
  if (!quick.test(text)) return text
  return text
    .replace(
      parameter,
      (_, before: string, name: string, value: string) => `${before}${name}=${stand(name, value)}`,
    )
    .replace(
      member,
      (found, before: string, _escapes: string, value: string) => before + stand(nameIn(found), value),
    )
}

const nameIn = (member: string): string => /^"([\w-]+)/.exec(member)?.[1] ?? 'credential'
