import { badRequest } from '../core/answer.ts'
import type { Guard } from '../http/guard.ts'
import { isInAsset } from '../state/compared.ts'
import type { Context } from '../state/world.ts'
import { completeIncoming } from './subject.ts'

const operation = 'create-incoming-payment'

const rule = (
  id: string,
  requirement: string,
  description: string,
  isBroken: (context: Context) => boolean,
): Guard => ({
  id,
  family: 'rule',
  requirement: `${operation}.${requirement}`,
  refuses: (context) => (isBroken(context) ? badRequest(description) : undefined),
  fallback: completeIncoming,
})

export const incomingRuleGuards: readonly Guard[] = [
  rule(
    'incoming-wallet-known',
    'wallet-address.known',
    'walletAddress is not a wallet address of this server',
    ({ subject: { wallet } }) => !wallet,
  ),
  rule(
    'incoming-amount-asset',
    'incoming-amount.asset',
    'incomingAmount is not in the asset of the wallet address',
    ({ world, subject: { wallet, incomingAmount } }) =>
      wallet !== undefined &&
      incomingAmount !== undefined &&
      !isInAsset(world, 'asset-of-incoming-payment', incomingAmount, wallet.asset),
  ),
  rule(
    'incoming-expires-at-ahead',
    'expires-at.passed',
    'expiresAt has passed: nobody could pay any more',
    ({ world, subject: { expiresAt } }) => expiresAt !== undefined && expiresAt <= world.now(),
  ),
]
