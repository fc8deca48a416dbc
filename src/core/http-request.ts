/** A request as it is transmitted. Header names are lower case. */
export interface HttpRequest {
  method: string
  /** baseUrl + path + query: the signed @target-uri, and the URL that is sent. */
  url: string
  headers: Record<string, string>
  body?: Uint8Array | undefined
}

/**
 * Collects header fields in the order of their arrival. Values of a repeated field are joined by commas (RFC 9110,
 * section 5.2).
 */
export function joinedFields(
  fields: Iterable<readonly [name: string, value: string]>,
): Record<string, string> {
  const headers = new Map<string, string>()
  for (const [name, value] of fields) {
    const key = name.toLowerCase()
    const earlier = headers.get(key)
    headers.set(key, earlier === undefined ? value.trim() : `${earlier}, ${value.trim()}`)
  }
  return Object.fromEntries(headers)
}
