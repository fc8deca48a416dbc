import type { Amount, Asset } from '../amount.ts'
import { isObject } from '../check/resource.ts'
import { generationLimits } from '../run/session.ts'
import { assetIn } from '../run/wallet-asset.ts'
import type { ReceiverPool } from '../target/receivers.ts'
import type { Target } from '../target/target.ts'
import type { Chart } from './chart.ts'
import type { ClockReading } from './clock.ts'
import type { WalletDocument } from './document.ts'
import type { Ask, Trials, Tried } from './trials.ts'

/** A target that is being looked at, and what is known of it so far. */
export interface Patient {
  target: Target
  trials: Trials
  chart: Chart
  receivers: ReceiverPool
  clock?: ClockReading | undefined
  document?: WalletDocument | undefined
  asset?: Asset | undefined
  /** The answer to the list that every run begins with. */
  list: Tried
  /** A quote to an open receiver, if one was accepted. */
  quote?: { ask: Ask; made: Tried } | undefined
}

/** What every control of a run debits. */
export const controlAmount = (target: Target, walletAsset: Asset): Amount => {
  const { controlValue, wallet } = generationLimits({ target, walletAsset })
  return { value: String(controlValue), ...wallet }
}

/** An amount as JSON shows it, if it can be reckoned with. */
export const amountIn = (json: unknown): Amount | undefined => {
  const asset = assetIn(json)
  const value = isObject(json) ? json['value'] : undefined
  return asset && typeof value === 'string' && /^[0-9]{1,20}$/.test(value) ? { value, ...asset } : undefined
}
