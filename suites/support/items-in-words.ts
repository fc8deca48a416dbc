import type { Session } from '../../src/check/session.ts'
import { asText, isObject } from '../../src/core/json.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { itemsIn } from '../../src/http/answers/shown.ts'

// Descriptions of an accepted list, in words that do not depend on how much a run has made so far.

export function itemsOrNone(answer: Answer): string {
  const items = itemsIn(answer)
  if (!items) return 'accepted, without a list'
  return items.length > 0 ? 'a page with items' : 'a page without items'
}

/** Describes the wallet addresses that the items are on. */
export function whoseItems(answer: Answer, { target }: Session): string {
  const items = itemsIn(answer)
  if (!items || items.length === 0) return itemsOrNone(answer)
  const wallets = new Set(items.map((item) => (isObject(item) ? asText(item['walletAddress']) : '')))
  const others = [...wallets].filter((wallet) => !isSameUrl(wallet, target.walletAddress))
  if (others.length === 0) return "only items of the token's wallet address"
  return `items of ${wallets.size === others.length ? 'other wallet addresses' : 'this and other wallet addresses'}`
}
