/** Returns the tokens and the private parts of the keys that a target file holds. */
export function secretsIn(target: object): string[] {
  const secrets: string[] = []
  JSON.stringify(target, (key, value) => {
    if (typeof value !== 'string') return value
    if (key === 'privateKey') secrets.push(String(JSON.parse(value).d))
    else if (
      ['full', 'readOnly', 'writeOnly', 'expired', 'revoked', 'rotated', 'ownOnly', 'token'].includes(key)
    )
      secrets.push(value)
    return value
  })
  return secrets
}
