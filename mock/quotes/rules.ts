import { uint64Max } from '../core/amounts.ts'
import { badRequest, notFound, type RefusalAnswer } from '../core/answer.ts'
import type { Guard } from '../http/guard.ts'
import { isInAsset } from '../state/compared.ts'
import type { Context, RequestSubject, World } from '../state/world.ts'
import { priced } from './create.ts'
import { completeSubject, quoteOrder } from './subject.ts'

const rule = (
  id: string,
  requirement: string,
  refusal: RefusalAnswer,
  isBroken: (subject: RequestSubject, world: World) => boolean,
  fallback: (context: Context) => void = completeSubject,
): Guard => ({
  id,
  family: 'rule',
  requirement,
  refuses: ({ subject, world }) => (isBroken(subject, world) ? refusal : undefined),
  fallback,
})

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
    ({ wallet }) => !wallet,
  ),
  rule(
    'receiver-known',
    'create-quote.receiver.known',
    badRequest('receiver is not an incoming payment that this server can pay into'),
    ({ receiver }) => !receiver,
  ),
  rule(
    'receiver-not-expired',
    'create-quote.receiver.unpayable-refused',
    badRequest('receiver has expired: payments into it are no longer accepted'),
    ({ receiver }, { now }) => receiver !== undefined && receiver.expiresAt <= now(),
  ),
  rule(
    'receiver-not-completed',
    'create-quote.receiver.unpayable-refused',
    badRequest('receiver has completed receiving funds'),
    ({ receiver }) => receiver?.completed === true,
  ),
  rule(
    'amounts-exclusive',
    'create-quote.amounts.exclusive',
    badRequest('The body has both debitAmount and receiveAmount: provide exactly one'),
    ({ receiver, debitAmount, receiveAmount }) =>
      receiver !== undefined &&
      !receiver.incomingAmount &&
      debitAmount !== undefined &&
      receiveAmount !== undefined,
    dropReceiveAmount,
  ),
  rule(
    'amounts-exclusive-fixed',
    'create-quote.amounts.exclusive-fixed',
    badRequest(
      'The body has both debitAmount and receiveAmount: leave out both, because the receiver has an incomingAmount',
    ),
    ({ receiver, debitAmount, receiveAmount }) =>
      receiver?.incomingAmount !== undefined && debitAmount !== undefined && receiveAmount !== undefined,
    dropReceiveAmount,
  ),
  rule(
    'amount-given-or-inferable',
    'create-quote.amounts.none',
    badRequest(
      'No amount was provided, and no amount can be inferred because the receiver has no incomingAmount',
    ),
    ({ receiver, debitAmount, receiveAmount }) =>
      receiver !== undefined && !receiver.incomingAmount && !debitAmount && !receiveAmount,
  ),
  rule(
    'debit-amount-asset',
    'create-quote.debit-amount.asset',
    badRequest('debitAmount is not in the asset of the wallet address'),
    ({ wallet, debitAmount }, world) =>
      wallet !== undefined &&
      debitAmount !== undefined &&
      !isInAsset(world.behaviour.requests, 'asset-of-quote', debitAmount, wallet.asset),
    debitInWalletAsset,
  ),
  rule(
    'receive-amount-asset',
    'create-quote.receive-amount.asset',
    badRequest('receiveAmount is not in the asset of the receiver'),
    ({ receiver, receiveAmount }, world) =>
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
