import { uint64Max } from '../core/amounts.ts'
import { badRequest, notFound } from '../core/answer.ts'
import { type Guard, rulesWith } from '../http/guard.ts'
import { isInAsset } from '../state/compared.ts'
import type { Context } from '../state/world.ts'
import { priced } from './create.ts'
import { completeSubject, quoteOrder } from './subject.ts'

const rule = rulesWith(completeSubject)

const dropReceiveAmount = ({ subject }: Context): void => {
  subject.receiveAmount = undefined
}

export function debitInWalletAsset({ subject }: Context): void {
  const { debitAmount, wallet } = subject
  if (debitAmount && wallet) subject.debitAmount = { ...debitAmount, ...wallet.asset }
}

const receiveInReceiverAsset = ({ subject }: Context): void => {
  const { receiveAmount, receiver } = subject
  if (receiveAmount && receiver) subject.receiveAmount = { ...receiveAmount, ...receiver.wallet.asset }
}

export const quoteRuleGuards: readonly Guard[] = [
  rule(
    'wallet-known',
    'create-quote.wallet-address.known',
    notFound('walletAddress is not a wallet address of this server'),
    ({ subject: { wallet } }) => !wallet,
  ),
  rule(
    'receiver-known',
    'create-quote.receiver.known',
    'receiver is not an incoming payment that this server can pay into',
    ({ subject: { receiver } }) => !receiver,
  ),
  rule(
    'receiver-not-expired',
    'create-quote.receiver.unpayable-refused',
    'receiver has expired: payments into it are no longer accepted',
    ({ world, subject: { receiver } }) => receiver !== undefined && receiver.expiresAt <= world.now(),
  ),
  rule(
    'receiver-not-completed',
    'create-quote.receiver.unpayable-refused',
    'receiver has completed receiving funds',
    ({ subject: { receiver } }) => receiver?.completed === true,
  ),
  rule(
    'amounts-exclusive',
    'create-quote.amounts.exclusive',
    'The body has both debitAmount and receiveAmount: provide exactly one',
    ({ subject: { receiver, debitAmount, receiveAmount } }) =>
      receiver !== undefined &&
      !receiver.incomingAmount &&
      debitAmount !== undefined &&
      receiveAmount !== undefined,
    dropReceiveAmount,
  ),
  rule(
    'amounts-exclusive-fixed',
    'create-quote.amounts.exclusive-fixed',
    'The body has both debitAmount and receiveAmount: leave out both, because the receiver has an incomingAmount',
    ({ subject: { receiver, debitAmount, receiveAmount } }) =>
      receiver?.incomingAmount !== undefined && debitAmount !== undefined && receiveAmount !== undefined,
    dropReceiveAmount,
  ),
  rule(
    'amount-given-or-inferable',
    'create-quote.amounts.none',
    'No amount was provided, and no amount can be inferred because the receiver has no incomingAmount',
    ({ subject: { receiver, debitAmount, receiveAmount } }) =>
      receiver !== undefined && !receiver.incomingAmount && !debitAmount && !receiveAmount,
  ),
  rule(
    'debit-amount-asset',
    'create-quote.debit-amount.asset',
    'debitAmount is not in the asset of the wallet address',
    ({ world, subject: { wallet, debitAmount } }) =>
      wallet !== undefined &&
      debitAmount !== undefined &&
      !isInAsset(world.behaviour.requests, 'asset-of-quote', debitAmount, wallet.asset),
    debitInWalletAsset,
  ),
  rule(
    'receive-amount-asset',
    'create-quote.receive-amount.asset',
    'receiveAmount is not in the asset of the receiver',
    ({ world, subject: { receiver, receiveAmount } }) =>
      receiver !== undefined &&
      receiveAmount !== undefined &&
      !isInAsset(world.behaviour.requests, 'asset-of-quote', receiveAmount, receiver.wallet.asset),
    receiveInReceiverAsset,
  ),
  {
    id: 'amount-in-range',
    family: 'rule',
    requirement: 'amount.value.uint64',
    refuses: ({ world, subject }) => {
      const order = quoteOrder(subject)
      if (!order) return undefined
      const { debit, receive } = priced(world, order)
      return debit > uint64Max || receive > uint64Max
        ? badRequest('The calculated amount is larger than an unsigned 64-bit integer')
        : undefined
    },
  },
]
