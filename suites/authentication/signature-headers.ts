import type { HttpRequest } from '../../src/core/http-request.ts'
import { altered } from '../../src/generate/altered.ts'

/** What the interface demands to be covered, in its own order. */
export const plainest = ['@method', '@target-uri', 'authorization', 'content-digest']

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

/** The same base64 in another case, but for its end, some bits of which mean nothing. */
export function inOtherCase(base64: string): string {
  return altered(base64.slice(0, -4), 'in another case') + base64.slice(-4)
}

/**
 * One byte of the signature under a label, or of the first, changed at a place between 0 and 1. It stays well-formed
 * base64 of the same length.
 */
export function withOtherByte(signature: string, place: number, label = ''): string {
  return signature.replace(new RegExp(`${label}=:([^:]*):`), (member, encoded: string) => {
    const bytes = Buffer.from(encoded, 'base64')
    const at = Math.floor(place * (bytes.length - 1))
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return `${member.slice(0, member.indexOf('='))}=:${bytes.toString('base64')}:`
  })
}
