/** A request as it stands on the wire. Header names are lower case. */
export interface HttpRequest {
  method: string
  /** baseUrl + path + query: the signed @target-uri, and what is sent. */
  url: string
  headers: Record<string, string>
  body?: Uint8Array | undefined
}
