import { valueAt } from '../../../core/json.ts'
import { isSameUrl } from '../../../core/urls.ts'
import { itemsIn } from '../../../http/answers/shown.ts'
import type { Probe, ProbeView } from '../context.ts'
import type { Unweighed } from '../finding.ts'
import { withoutQuery } from '../requests.ts'
import type { TriedAnswer } from '../trials.ts'

/** Suspects walletAddress: tries other spellings of it, the other wallet's address, and none. */
export function walletSuspects({ target }: ProbeView): Probe[] {
  const { walletAddress, otherWallet } = target
  const others = [...spellings(walletAddress), ...(otherWallet ? [otherWallet.walletAddress] : [])]
  return [
    ...others.map((other) => ({
      difference: { target: { ...target, walletAddress: other } },
      found: () => finding(`The server accepts ${other} as walletAddress, not ${walletAddress}`, other),
    })),
    {
      mutate: (ask) => withoutQuery(ask, 'walletAddress'),
      found: (accepted) => walletUnknown(walletAddress, accepted),
    },
  ]
}

const spellings = (url: string): string[] => [
  url.endsWith('/') ? url.slice(0, -1) : `${url}/`,
  url.startsWith('https:') ? url.replace('https:', 'http:') : url.replace('http:', 'https:'),
]

/**
 * A server that accepts a list request without a wallet address shows that the address is to blame. Its list often
 * shows the right one.
 */
const walletUnknown = (walletAddress: string, accepted: TriedAnswer): Unweighed => {
  const own = walletOfFirst(accepted)
  const isOther = own !== undefined && !isSameUrl(own, walletAddress)
  return finding(
    `The server refuses the list of ${walletAddress} but returns the list for tokens.full if no address is given${isOther ? `: that of ${own}` : ''}`,
    isOther ? own : undefined,
  )
}

const finding = (fact: string, right: string | undefined): Unweighed => ({
  fact,
  place: ['walletAddress'],
  next:
    right === undefined
      ? 'correct walletAddress, or give a token for it; tokens.full must allow every operation on it'
      : `write walletAddress: ${right}, or give a token for the address in the target file`,
})

/** Returns the wallet address of the first item of a page. */
export function walletOfFirst(answer: TriedAnswer): string | undefined {
  const walletAddress = valueAt(itemsIn(answer)?.[0], 'walletAddress')
  return typeof walletAddress === 'string' ? walletAddress : undefined
}
