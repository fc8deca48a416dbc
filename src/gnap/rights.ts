import type { Amount, Asset } from '../core/amount.ts'
import {
  type AnyTokenKind,
  isLimited,
  type TokenKindFacts,
  tokenFacts,
  tokenKindAt,
  tokenPlace,
} from '../core/token-kinds.ts'
import type { LimitValues, Target } from '../target-file/target.ts'
import type { AccessAction, AccessItem, AccessLimits } from './access.ts'

/** The rights that are requested in the place of one token. */
export interface WantedRights {
  /** The place of the token in the target file. */
  name: string
  /** The purpose of the token, for the person who has to agree. */
  purpose: string
  access: readonly AccessItem[]
  /** Set if a person has to agree. Open Payments requires that for outgoing payments. */
  needsConsent: boolean
  /** Set if the second client asks for it. */
  byOther?: true
}

type Rights = Omit<WantedRights, 'name'>

/** The wallet that the rights apply to. */
export interface WalletRights {
  url: string
  asset: Asset
}

/** Returns the rights of every token that may be requested, by its place in the target file. */
export function rightsFor(
  name: string,
  target: Target,
  wallet: WalletRights,
  other: WalletRights | undefined,
): Rights {
  const { debitBudget } = target.limits
  const kind = tokenKindAt(name)
  if (kind) return rightsOfKind(kind, target, wallet)
  switch (name) {
    case 'otherClient.token':
      return { ...withConsent('a second client', everything(wallet, debitBudget)), byOther: true }
    case 'otherWallet.token':
      return withConsent('the other wallet address', exceptQuotes(everything(other ?? wallet, debitBudget)))
    case 'otherWallet.quotes':
      return withoutConsent('quotes of the other wallet address', [quoting])
    default:
      return withoutConsent('receivers', [receiving])
  }
}

/**
 * Returns the place whose token can serve this place too. It may do all that this place needs, and the rights that it has
 * beside these are none that a check tries in vain.
 */
export function servingPlace(name: string): string | undefined {
  if (name === 'receivers.otherAsset.create') return 'receivers.create'
  const kind = tokenKindAt(name)
  const { servedBy }: Partial<TokenKindFacts> = kind ? tokenFacts[kind] : {}
  return servedBy && tokenPlace(servedBy)
}

const rightsOfKind = (kind: AnyTokenKind, target: Target, wallet: WalletRights): Rights => {
  const { purpose, allows }: TokenKindFacts = tokenFacts[kind]
  if (allows === 'nothing')
    return withoutConsent(purpose, [quoting, { ...receiving, identifier: wallet.url }])
  return withConsent(purpose, accessTo(wallet, allows, limitsOf(kind, target, wallet)))
}

/** Returns the limits of a kind of token. A token without a limit on amounts can spend the budget of the run. */
const limitsOf = (
  kind: AnyTokenKind,
  { tokens, limits: { debitBudget } }: Target,
  { asset }: WalletRights,
): AccessLimits => {
  const own: Partial<LimitValues> = (isLimited(kind) && tokens[kind]) || {}
  const { receiveAmount, interval, receiver } = own
  const debitAmount = own.debitAmount ?? (receiveAmount === undefined ? debitBudget : undefined)
  return {
    ...(debitAmount === undefined ? {} : { debitAmount: amountOf(debitAmount, asset) }),
    ...(receiveAmount === undefined ? {} : { receiveAmount: amountOf(receiveAmount, asset) }),
    ...(interval === undefined ? {} : { interval }),
    ...(receiver === undefined ? {} : { receiver }),
  }
}

const withConsent = (purpose: string, access: readonly AccessItem[]): Rights => ({
  purpose,
  access,
  needsConsent: true,
})
const withoutConsent = (purpose: string, access: readonly AccessItem[]): Rights => ({
  purpose,
  access,
  needsConsent: false,
})

/** Removes rights to quotes. In Open Payments they name no wallet address, so they would apply to every wallet. */
const exceptQuotes = (access: readonly AccessItem[]): AccessItem[] =>
  access.filter(({ type }) => type !== 'quote')

const quoting: AccessItem = { type: 'quote', actions: ['create', 'read'] }

/** A right on any wallet address. Anyone who pays somebody asks for it. */
const receiving: AccessItem = { type: 'incoming-payment', actions: ['create', 'complete', 'read', 'list'] }

type Actions = readonly AccessAction[]
type Allowed = Exclude<TokenKindFacts['allows'], 'nothing'>

/** The actions on quotes, incoming payments and outgoing payments, by what a token allows. */
const actionsFor: Readonly<
  Record<Allowed, readonly [quotes: Actions, incoming: Actions, outgoing: Actions]>
> = {
  all: [
    ['create', 'read', 'read-all'],
    ['create', 'complete', 'read', 'read-all', 'list', 'list-all'],
    ['create', 'read', 'read-all', 'list', 'list-all'],
  ],
  own: [quoting.actions, receiving.actions, ['create', 'read', 'list']],
  read: [
    ['read', 'read-all'],
    ['read', 'read-all', 'list', 'list-all'],
    ['read', 'read-all', 'list', 'list-all'],
  ],
  'read own': [['read'], ['read', 'list'], ['read', 'list']],
  create: [['create'], ['create'], ['create']],
}

/** Returns rights on a wallet. The limits apply if the rights permit payments. */
const accessTo = ({ url: identifier }: WalletRights, allows: Allowed, limits: AccessLimits): AccessItem[] => {
  const [quotes, incoming, outgoing] = actionsFor[allows]
  const limited = outgoing.includes('create') ? { limits } : {}
  return [
    { type: 'quote', actions: quotes },
    { type: 'incoming-payment', actions: incoming, identifier },
    { type: 'outgoing-payment', actions: outgoing, identifier, ...limited },
  ]
}

const everything = (wallet: WalletRights, most: bigint): AccessItem[] =>
  accessTo(wallet, 'all', { debitAmount: amountOf(most, wallet.asset) })

const amountOf = (value: bigint, { assetCode, assetScale }: Asset): Amount => ({
  value: String(value),
  assetCode,
  assetScale,
})
