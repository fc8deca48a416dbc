import { firstWallet, incomingPaymentUrl, walletUrl } from '../state/lookup.ts'
import type { IncomingPaymentKind } from '../state/resources.ts'
import { type Answered, type Call, call } from './call.ts'
import type { Running } from './running.ts'

/** URL of the nth receiver of a kind. It has the asset of the first wallet, or another one for `otherAsset`. */
export function receiver({ world }: Running, kind: IncomingPaymentKind, nth = 0): string {
  const { assetCode } = firstWallet(world).asset
  const candidates = [...world.incomingPayments.all()].filter(
    ({ kind: its, wallet }) =>
      its === kind && (wallet.asset.assetCode === assetCode) === (kind !== 'otherAsset'),
  )
  const chosen = candidates[nth]
  if (!chosen) throw new Error(`no ${kind} receiver number ${nth}`)
  return incomingPaymentUrl(world, chosen)
}

export function usd(value: string) {
  return { value, assetCode: 'USD', assetScale: 2 }
}

/** A valid request for a quote of one dollar to an open receiver. `body` overrides fields of its body. */
export function askQuote(
  mock: Running,
  body: Record<string, unknown> = {},
  differs: Partial<Call> = {},
): Call {
  return {
    method: 'POST',
    path: '/quotes',
    body: {
      walletAddress: walletUrl(mock.world, firstWallet(mock.world)),
      receiver: receiver(mock, 'open'),
      method: 'ilp',
      ...('debitAmount' in body || 'receiveAmount' in body ? {} : { debitAmount: usd('100') }),
      ...body,
    },
    ...differs,
  }
}

export function quote(mock: Running, body: Record<string, unknown> = {}): Promise<Answered> {
  return call(mock, askQuote(mock, body))
}

/**
 * A valid request for a payment of one dollar to an open receiver. `body` overrides fields of its body; a quoteId
 * replaces the receiver and the amount.
 */
export function askPayment(
  mock: Running,
  body: Record<string, unknown> = {},
  differs: Partial<Call> = {},
): Call {
  return {
    method: 'POST',
    path: '/outgoing-payments',
    body: {
      walletAddress: walletUrl(mock.world, firstWallet(mock.world)),
      ...('quoteId' in body ? {} : { incomingPayment: receiver(mock, 'open'), debitAmount: usd('100') }),
      ...body,
    },
    ...differs,
  }
}

export function pay(
  mock: Running,
  body: Record<string, unknown> = {},
  differs: Partial<Call> = {},
): Promise<Answered> {
  return call(mock, askPayment(mock, body, differs))
}

/** The path, below the public URL, of the resource in a response. */
export function pathOfId({ world }: Running, { json }: Answered): string {
  return String((json as { id: string }).id).slice(world.publicUrl.length)
}
