import type { ExtraGuard, Variant } from '../changes/change.ts'
import { amountOf } from '../core/amounts.ts'
import { asObject, isUint64, member } from '../core/json.ts'
import type { Context } from '../state/world.ts'

const amountRules = [
  'amount-value-required',
  'amount-value-uint64',
  'amount-value-leading-zero',
  'amount-asset-code-required',
  'amount-asset-code-string',
  'amount-asset-scale-required',
  'amount-asset-scale-integer',
  'amount-asset-scale-limit',
]

const isQuoteOnFixed = ({ operation, subject: { receiver } }: Context): boolean =>
  operation === 'create-quote' && receiver?.incomingAmount !== undefined

/** Never refuses. The guard drops the amounts that the server does not read. */
const dropAmounts: ExtraGuard = {
  id: 'amounts-on-fixed-dropped',
  family: 'rule',
  requirement: 'create-quote.amounts.one-on-fixed',
  operations: ['create-quote'],
  refuses: (context) => {
    if (isQuoteOnFixed(context))
      context.subject = { ...context.subject, debitAmount: undefined, receiveAmount: undefined }
    return undefined
  },
}

const isMissing = (value: unknown): boolean => value === undefined || value === null

const debitOf = ({ json }: Context) => asObject(member(asObject(json), 'debitAmount'))

const isWithoutAsset = (context: Context): boolean => {
  const debit = debitOf(context)
  if (context.operation !== 'create-outgoing-payment' || !debit) return false
  return isMissing(debit['assetCode']) || isMissing(debit['assetScale'])
}

/** Never refuses. The guard completes the amount of the request with the asset of the wallet. */
const completeAmount: ExtraGuard = {
  id: 'debit-amount-completed',
  family: 'rule',
  requirement: 'create-outgoing-payment.direct.debit-amount.asset-code.required',
  operations: ['create-outgoing-payment'],
  refuses: (context) => {
    const { wallet } = context.subject
    const value = debitOf(context)?.['value']
    if (wallet && isUint64(value) && isWithoutAsset(context))
      context.subject = { ...context.subject, debitAmount: amountOf(BigInt(value), wallet.asset) }
    return undefined
  },
}

/** Variants for amounts that a server may ignore or complete. */
export const amountVariants: readonly Variant[] = [
  {
    id: 'amounts-on-fixed-unread',
    says: 'A quote to a receiver with an incomingAmount is for the missing amount, whatever amounts the request has',
    profiles: ['interface'],
    departs: { requirement: 'create-quote.debit-amount.amount-on-fixed', grade: 'note' },
    excludes: ['one-amount-on-fixed-refused'],
    without: [
      'debit-amount-on-fixed',
      'receive-amount-on-fixed',
      'debit-amount-object',
      'receive-amount-object',
      ...amountRules,
      'amounts-exclusive-fixed',
      'debit-amount-asset',
      'receive-amount-asset',
      'amount-in-range',
    ],
    while: isQuoteOnFixed,
    extraGuards: [dropAmounts],
  },
  {
    id: 'direct-amounts-in-the-wallets-asset',
    says: "The debitAmount of a direct payment without assetCode or assetScale is in the wallet's asset",
    profiles: ['interface'],
    departs: {
      requirement: 'create-outgoing-payment.direct.debit-amount.asset-code.required',
      grade: 'note',
    },
    without: [
      'payment-debit-amount-asset-code-required',
      'amount-asset-code-string',
      'payment-debit-amount-asset-scale-required',
      'amount-asset-scale-integer',
    ],
    while: isWithoutAsset,
    extraGuards: [completeAmount],
  },
]
