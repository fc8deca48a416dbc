import type { Target } from './target.ts'

/** Returns true if a URL has the form that the interface gives to receivers. */
export function isReceiverUrl(url: string): boolean {
  return /^[\x21-\x7e]+$/.test(url) && /^https?:\/\/.+\/incoming-payments\/./.test(url) && URL.canParse(url)
}

/**
 * Returns true if a resource is on the server of the target. Ids need not lie under baseUrl: they may lie elsewhere under
 * its origin, or under one of `origins`.
 */
export function isOnServer({ baseUrl, origins }: Pick<Target, 'baseUrl' | 'origins'>, url: string): boolean {
  return [new URL(baseUrl).origin, ...origins].some((origin) => url.startsWith(`${origin}/`))
}
