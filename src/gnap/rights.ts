import type { Amount, Asset } from '../core/amount.ts'
import type { Target } from '../target-file/target.ts'
import type { AccessItem, AccessLimits } from './access.ts'

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
  const { tokens, limits } = target
  const { debitBudget } = limits
  const most = (value: bigint): Amount => amountOf(value, wallet.asset)
  const limited = (purpose: string, by: AccessLimits): Rights =>
    withConsent(purpose, everythingWithin(wallet, by))
  switch (name) {
    case 'tokens.full':
      return withConsent('every operation', everything(wallet, debitBudget))
    case 'tokens.readOnly':
      return withConsent('reading and listing only', reading(wallet))
    case 'tokens.ownOnly':
      return withConsent('reading and listing what the client itself created', readingOwn(wallet))
    case 'tokens.writeOnly':
      return withConsent('creating only', creating(wallet, debitBudget))
    case 'tokens.limited.token':
      return limited('spending up to a limit', { debitAmount: most(tokens.limited?.debitAmount ?? 0n) })
    case 'tokens.limitedPerInterval.token': {
      const { debitAmount = 0n, interval = '' } = tokens.limitedPerInterval ?? {}
      return limited('spending up to a limit in each month', { debitAmount: most(debitAmount), interval })
    }
    case 'tokens.limitedReceive.token': {
      const { receiveAmount = 0n } = tokens.limitedReceive ?? {}
      return limited('paying receivers up to a limit', { receiveAmount: most(receiveAmount) })
    }
    case 'tokens.limitedToReceiver.token': {
      const { receiver = '' } = tokens.limitedToReceiver ?? {}
      return limited('paying one receiver only', { debitAmount: most(debitBudget), receiver })
    }
    case 'otherClient.token':
      return { ...withConsent('a second client', everything(wallet, debitBudget)), byOther: true }
    case 'otherWallet.token':
      return withConsent('the other wallet address', exceptQuotes(everything(other ?? wallet, debitBudget)))
    case 'otherWallet.quotes':
      return withoutConsent('quotes of the other wallet address', [quoting])
    case 'tokens.revoked':
    case 'tokens.rotated':
    case 'tokens.expired':
      return withoutConsent('a token that is refused later', [
        quoting,
        { ...receiving, identifier: wallet.url },
      ])
    default:
      return withoutConsent('receivers', [receiving])
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

const everything = (wallet: WalletRights, most: bigint): AccessItem[] =>
  everythingWithin(wallet, { debitAmount: amountOf(most, wallet.asset) })

const everythingWithin = ({ url: identifier }: WalletRights, limits: AccessLimits): AccessItem[] => [
  { type: 'quote', actions: ['create', 'read', 'read-all'] },
  {
    type: 'incoming-payment',
    actions: ['create', 'complete', 'read', 'read-all', 'list', 'list-all'],
    identifier,
  },
  {
    type: 'outgoing-payment',
    actions: ['create', 'read', 'read-all', 'list', 'list-all'],
    identifier,
    limits,
  },
]

const reading = ({ url: identifier }: WalletRights): AccessItem[] => [
  { type: 'quote', actions: ['read', 'read-all'] },
  { type: 'incoming-payment', actions: ['read', 'read-all', 'list', 'list-all'], identifier },
  { type: 'outgoing-payment', actions: ['read', 'read-all', 'list', 'list-all'], identifier },
]

const readingOwn = ({ url: identifier }: WalletRights): AccessItem[] => [
  { type: 'quote', actions: ['read'] },
  { type: 'incoming-payment', actions: ['read', 'list'], identifier },
  { type: 'outgoing-payment', actions: ['read', 'list'], identifier },
]

const creating = ({ url: identifier, asset }: WalletRights, most: bigint): AccessItem[] => [
  { type: 'quote', actions: ['create'] },
  { type: 'incoming-payment', actions: ['create'], identifier },
  {
    type: 'outgoing-payment',
    actions: ['create'],
    identifier,
    limits: { debitAmount: amountOf(most, asset) },
  },
]

const amountOf = (value: bigint, { assetCode, assetScale }: Asset): Amount => ({
  value: String(value),
  assetCode,
  assetScale,
})
