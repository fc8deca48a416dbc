import type { RunFacts, Seen } from '../../../src/check/kinds/passive.ts'
import { ruleOf } from '../../../src/check/kinds/rule.ts'
import { isObject } from '../../../src/core/json.ts'
import { isPlainUrl, isSameUrl } from '../../../src/core/urls.ts'

/**
 * The interface does not say what a list shows if the request names no wallet address, or one that is not a URL. Such
 * lists are not judged.
 */
export const listItemsAreOfTheWallet = ruleOf({
  id: 'rules/list-items-are-of-the-wallet',
  title: 'Every item of a list is on the requested wallet address, with any client and token',
  detects: 'list-of-the-token',
  verifies: 'list.wallet-address',
  operations: ['list-outgoing-payments', 'list-incoming-payments'],
  shownBy: ['tokens/other-wallet-lists'],
  start: (facts) => (seen) => {
    const wallet = walletAskedFor(seen, facts)
    if (wallet === undefined || !seen.accepted || !isObject(seen.json)) return []
    const { result } = seen.json
    const items = Array.isArray(result) ? result.filter(isObject) : []
    const other = items.find(({ walletAddress }) => !isOf(walletAddress, wallet))
    const want = `only items of ${wallet}`
    if (!other) return [{ held: true, want, got: `${items.length} such items` }]
    const about = typeof other['id'] === 'string' ? { resource: other['id'] } : {}
    return [{ held: false, want, got: `an item of ${other['walletAddress']}`, ...about }]
  },
})

/** An item that does not say whose it is breaks another requirement. */
const isOf = (walletAddress: unknown, wallet: string): boolean =>
  typeof walletAddress !== 'string' || isSameUrl(walletAddress, wallet)

const walletAskedFor = ({ exchange }: Seen, { profile }: RunFacts): string | undefined => {
  const { operation, request } = exchange
  if (!operation?.startsWith('list-') || !URL.canParse(request.url)) return undefined
  const [wallet, ...others] = new URL(request.url).searchParams.getAll(profile.query.walletAddress)
  return isPlainUrl(wallet) && others.length === 0 ? wallet : undefined
}
