import type { Amount, Asset } from '../../core/amount.ts'
import type { ReceiverKind } from '../../core/receiver.ts'
import type { CredentialEntry } from '../keys/credential.ts'
import type { KeyEntry } from '../keys/keys.ts'
import type { Signing } from '../target.ts'

/** The target file after it passed spec/schemas/target-file.json, which also put its defaults in. */
export interface TargetFile {
  version: 1
  name?: string
  profile: string
  profileOverrides: Record<string, unknown>
  baseUrl: string
  walletAddress: string
  walletAsset?: Asset
  connectUrl?: string
  connectUrls: Record<string, string>
  headers: Record<string, string>
  tls: TlsEntry
  proxy?: string
  origins: string[]
  signing: SigningEntry
  tokens: TokenEntries
  client?: ClientEntry
  grants?: GrantsEntry
  otherKey?: KeyEntry & { boundElsewhere: boolean }
  otherClient?: { signing: SigningEntry; token?: CredentialEntry; walletAddress?: string }
  otherWallet?: { walletAddress: string; token?: CredentialEntry }
  receivers: ReceiversEntry
  incomingPayments: string[]
  limits: LimitsEntry
  clock?: { url?: string; command?: string[] }
}

export interface TlsEntry {
  ca?: string
  cert?: string
  key?: string
  verify: boolean
}

export interface SigningEntry
  extends KeyEntry,
    Pick<Signing, 'label' | 'components' | 'parameters' | 'digest'> {}

export interface TokenEntries {
  full?: CredentialEntry
  readOnly?: CredentialEntry
  writeOnly?: CredentialEntry
  expired?: CredentialEntry
  revoked?: CredentialEntry
  rotated?: CredentialEntry
  ownOnly?: CredentialEntry
  limited?: { token: CredentialEntry; debitAmount: string }
  limitedPerInterval?: { token: CredentialEntry; debitAmount: string; interval: string }
  limitedReceive?: { token: CredentialEntry; receiveAmount: string }
  limitedToReceiver?: { token: CredentialEntry; receiver: string }
}

/** The client of the grants. Exactly one of these members is set. */
export interface ClientEntry {
  walletAddress?: string
  directed?: true
  serve?: { listen: string; url?: string }
}

export interface GrantsEntry {
  authServer?: string
  consent: 'browser' | 'print' | { command: string[] }
  consentTimeout: string
  otherAsset?: string
}

export type ReceiversEntry = Partial<Record<ReceiverKind, ReceiverEntry[] | { create: CreateEntry }>> & {
  access?: { token: CredentialEntry; baseUrl?: string }
  command?: string[]
}

export type ReceiverEntry = string | { url: string; incomingAmount?: Amount }

interface CreateEntry {
  walletAddress: string
  baseUrl: string
  token: CredentialEntry
}

interface LimitsEntry {
  requestTimeout: string
  settleTimeout: string
  maxWait: string
  requestsPerSecond: number
  maxRequests: number
  maxPayments: number
  controlValue?: string
  maxDebitValue: string
  debitBudget: string
}
