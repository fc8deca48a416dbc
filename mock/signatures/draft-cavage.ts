/** What to say of a Signature header of the time before RFC 9421; undefined if it is none. */
export function cavageFlaw(signature: string | undefined): string | undefined {
  const members = /(?:^|,|Signature )\s*(?:keyId|algorithm|headers|signature)=/g
  if ((signature?.match(members)?.length ?? 0) < 2) return undefined
  return 'The header Signature has the form of draft-cavage-http-signatures (keyId, headers, signature), which RFC 9421 has replaced: send Signature-Input: sig1=("@method" "@target-uri" …);created=…;keyid="…" and Signature: sig1=:BASE64:'
}
