import type { Shown } from '../core/answer.ts'
import type { World } from '../state/world.ts'
import type { Fault } from './fault.ts'

const shownFault = (
  id: string,
  breaks: string,
  says: string,
  alter: (quote: Shown, world: World) => Shown,
): Fault => ({
  id,
  breaks,
  says,
  source: 'behaviour',
  override: ({ showQuote }) => ({
    showQuote: (world, quote) => {
      const shown = showQuote(world, quote)
      return { ...shown, ...alter(shown, world) }
    },
  }),
})

const otherDigit = (text: string): string => text.replace(/.$/, (last) => (last === '0' ? '1' : '0'))

export const quoteFaults: readonly Fault[] = [
  shownFault(
    'quote-id-of-none',
    'quote.id.readable',
    'The id of a quote ends in the identifier of no quote',
    ({ id }) => ({ id: otherDigit(String(id)) }),
  ),
  shownFault(
    'quote-id-without-identifier',
    'quote.id.readable',
    'The id of a quote lacks the identifier after its last slash',
    (_quote, { publicUrl }) => ({ id: `${publicUrl}/quotes/` }),
  ),
  shownFault(
    'quote-id-relative',
    'quote.id.uri',
    'The id of a quote is a path instead of a URL',
    ({ id }, { publicUrl }) => ({
      id: String(id).slice(publicUrl.length),
    }),
  ),
  shownFault(
    'quote-of-another-wallet',
    'create-quote.wallet-address.kept',
    'A quote shows a different wallet address than requested',
    ({ walletAddress }) => ({ walletAddress: `${walletAddress}-2` }),
  ),
  shownFault(
    'quote-to-another-receiver',
    'create-quote.receiver.kept',
    'A quote shows a different receiver than requested',
    ({ receiver }) => ({ receiver: otherDigit(String(receiver)) }),
  ),
  shownFault(
    'quote-by-another-method',
    'create-quote.method.kept',
    'A quote shows a different method than requested',
    () => ({ method: 'card' }),
  ),
  {
    id: 'quotes-share-their-ids',
    breaks: 'service.ids.unique',
    says: 'Every quote shows the id of the first quote',
    source: 'behaviour',
    override: ({ showQuote }) => {
      let first: unknown
      return {
        showQuote: (world, quote) => {
          const shown = showQuote(world, quote)
          first ??= shown.id
          return { ...shown, id: first }
        },
      }
    },
  },
  shownFault(
    'quote-expires-at-its-creation',
    'quote.expires-at.after-creation',
    'The expiresAt of a quote is its createdAt',
    ({ createdAt }) => ({ expiresAt: createdAt }),
  ),
  {
    id: 'quote-expires-before-its-creation',
    breaks: 'quote.expires-at.after-creation',
    says: 'A quote expires a minute before its creation, as if its lifetime had been subtracted',
    source: 'behaviour',
    override: () => ({ quoteExpiry: (_receiver, now) => now - 60_000 }),
  },
  {
    id: 'quote-outlives-receiver',
    breaks: 'quote.expires-at.within-receiver',
    says: 'A quote expires later than its receiver',
    source: 'behaviour',
    override: () => ({ quoteExpiry: (receiver) => receiver.expiresAt + 60_000 }),
  },
]
