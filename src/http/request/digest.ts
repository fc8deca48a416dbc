import { hash } from 'node:crypto'

/** Returns the value of a Content-Digest header (RFC 9530) over the exact bytes of a body. */
export function contentDigest(body: Uint8Array, algorithm: 'sha-512' | 'sha-256'): string {
  return `${algorithm}=:${hash(algorithm.replace('-', ''), body, 'base64')}:`
}

/** Returns a request with this Content-Digest. */
export function withDigest<T extends { headers?: Record<string, string> | undefined }>(
  request: T,
  digest: string,
) {
  return { ...request, headers: { ...request.headers, 'content-digest': digest } }
}
