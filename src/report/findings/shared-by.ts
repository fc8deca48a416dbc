import type { ExchangeEvent } from '../../core/events.ts'
import { isObject, parseJson } from '../../core/json.ts'

/** Lists what a request may share with others, the most particular first. */
export function sharedBy({
  request: { url, body, token, signing },
}: ExchangeEvent): Array<{ shares: string; value: string }> {
  const json = parseJson(body ?? '')
  const fields: Record<string, unknown> = isObject(json) ? { ...json } : {}
  const values = {
    quote: fields['quoteId'] ?? (/\/quotes\/[^/?#]+$/.test(url) ? url : undefined),
    receiver:
      fields['receiver'] ??
      fields['incomingPayment'] ??
      (/\/incoming-payments\/[^/?#]+$/.test(url) ? url : undefined),
    token,
    client: signing?.keyId,
    wallet: fields['walletAddress'] ?? queryOf(url).get('wallet-address') ?? undefined,
  }
  return Object.entries(values).flatMap(([shares, value]) =>
    typeof value === 'string' ? [{ shares, value }] : [],
  )
}

/** Returns the query of a URL, which is empty if a record has something else than a URL. */
const queryOf = (url: string): URLSearchParams =>
  URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
