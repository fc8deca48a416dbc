import { isPublicForm } from '../../src/check/public-form.ts'
import type { Session } from '../../src/check/session.ts'
import { asText, isObject } from '../../src/core/json.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { fieldsShown, itemsIn } from '../../src/http/answers/shown.ts'

// Descriptions of accepted responses, in words that do not depend on how much a run has made so far.

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

/** Describes the form in which a response shows an incoming payment. */
export function formInWords(answer: Answer, session: Session): string {
  if (isPublicForm(answer, session.target.profile)) return 'the public form'
  return 'id' in fieldsShown(answer) ? 'the full form' : 'accepted, in neither form'
}

/** Returns true for a page without any item of the wallet address under test. */
export function showsNothingOf(answer: Answer, { target }: Session): boolean {
  const isOther = (item: unknown): boolean =>
    isObject(item) && !isSameUrl(asText(item['walletAddress']), target.walletAddress)
  return itemsIn(answer)?.every(isOther) === true
}
