import type { HttpRequest } from '../../src/core/http-request.ts'

/** The components that the interface requires to be covered, in its own order. */
export const requiredComponents = ['@method', '@target-uri', 'authorization', 'content-digest']

export function withHeader(
  message: HttpRequest,
  name: string,
  change: (value: string) => string,
): HttpRequest {
  return {
    ...message,
    headers: { ...message.headers, [name]: change(message.headers[name] ?? '') },
  }
}

export function withoutHeaders(message: HttpRequest, ...names: string[]): HttpRequest {
  return {
    ...message,
    headers: Object.fromEntries(Object.entries(message.headers).filter(([name]) => !names.includes(name))),
  }
}

/**
 * Changes one byte of the signature under a label, or of the first one. `place` is between 0 and 1. The value stays
 * well-formed base64 of the same length.
 */
export function withOtherByte(signature: string, place: number, label = ''): string {
  return signature.replace(new RegExp(`${label}=:([^:]*):`), (member, encoded: string) => {
    const bytes = Buffer.from(encoded, 'base64')
    const at = Math.floor(place * (bytes.length - 1))
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return `${member.slice(0, member.indexOf('='))}=:${bytes.toString('base64')}:`
  })
}
