import type { Seen } from '../../../src/check/kinds/passive.ts'
import { createListing } from '../noting.ts'

export const cacheControl = 'service.cache-control'

/**
 * Notes the Cache-Control of each operation: all responses contain amounts, which a shared cache would show to others.
 */
export function notesOfCacheControl() {
  const told = createListing()
  return ({ accepted, exchange }: Seen): Array<{ requirement: string; got: string }> => {
    const { operation, response } = exchange
    if (!accepted || operation === undefined) return []
    const got = told([`${operation}: ${response?.headers['cache-control'] ?? 'none'}`])
    return got === undefined ? [] : [{ requirement: cacheControl, got }]
  }
}
