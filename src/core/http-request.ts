/** A request as it stands on the wire. Header names are lower case. */
export interface HttpRequest {
  method: string
  /** baseUrl + path + query: the signed @target-uri, and what is sent. */
  url: string
  headers: Record<string, string>
  body?: Uint8Array | undefined
}

/** Header fields in the order in which they came; what comes twice is joined by commas (RFC 9110, 5.2). */
export function joinedFields(
  fields: Iterable<readonly [name: string, value: string]>,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of fields) {
    const key = name.toLowerCase()
    headers[key] = headers[key] === undefined ? value.trim() : `${headers[key]}, ${value.trim()}`
  }
  return headers
}
