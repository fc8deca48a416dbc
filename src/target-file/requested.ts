import { usualControl } from '../core/amount.ts'
import { ConfigurationError } from '../core/errors.ts'
import type { ReceiverKind } from '../core/receiver.ts'
import {
  type AnyTokenKind,
  allTokenKinds,
  isLimited,
  type TokenKindFacts,
  tokenFacts,
  tokenPlace,
} from '../core/token-kinds.ts'
import { withoutSlash } from './connection.ts'
import type { CredentialEntry } from './keys/credential.ts'
import { milliseconds } from './reading/duration.ts'
import type { ClientEntry, LimitedEntry, TargetFile, TokenEntries } from './reading/file.ts'
import { isRepeatingInterval } from './reading/interval.ts'
import { ValidationError } from './reading/problem.ts'
import type {
  Credential,
  GrantClient,
  GrantedSource,
  Grants,
  LimitValues,
  ReceiverSource,
  TokenBook,
  Tokens,
} from './target.ts'

// Tokens and receivers that are requested from the authorization server because the file does not give them.

export function grantsOf(
  { grants, client }: TargetFile,
  file: string,
  now: () => number,
): Grants | undefined {
  if (!grants || !client) return undefined
  const { consent, consentTimeout, authServer } = grants
  return {
    client: clientOf(client),
    consent: typeof consent === 'string' ? { kind: consent } : { kind: 'command', command: consent.command },
    consentTimeout: milliseconds(consentTimeout),
    authServer,
    book: createTokenBook(file),
    now,
  }
}

const clientOf = ({ walletAddress, serve }: ClientEntry): GrantClient => {
  if (walletAddress !== undefined) return { kind: 'walletAddress', url: walletAddress }
  if (!serve) return { kind: 'directed' }
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(serve.listen) ?? []
  const url = withoutSlash(serve.url ?? `http://${serve.listen}/client`)
  return { kind: 'served', host: host.replace(/[[\]]/g, ''), port: Number(port), url }
}

/** Lists the tokens of walletAddress. An expired token needs time to expire, or a clock that can be moved. */
function requestedTokens(file: TargetFile, now: number): TokenEntries {
  const { limits, walletAsset, clock } = file
  const most = String(controlOf(limits, walletAsset) * limitedPayments)
  const values = { debitAmount: most, receiveAmount: most, interval: monthly(now), receiver: undefined }
  const isPossible: Partial<Record<AnyTokenKind, boolean>> = {
    ownOnly: file.otherClient !== undefined,
    expired: clock !== undefined || milliseconds(limits.maxWait) >= shortestLife,
    limitedToReceiver: file.otherWallet !== undefined || file.receivers.open !== undefined,
  }
  const entryOf = (kind: AnyTokenKind): LimitedEntry | undefined => {
    const { limits: names }: TokenKindFacts = tokenFacts[kind]
    return names && { token: undefined, ...Object.fromEntries(names.map((name) => [name, values[name]])) }
  }
  return Object.fromEntries(
    allTokenKinds.filter((kind) => isPossible[kind] ?? true).map((kind) => [kind, entryOf(kind)]),
  )
}

/** Returns an interval of months that begin on a day which is some days away from today. */
const monthly = (now: number): string => {
  const date = new Date(now)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const isFarFromFirst = day > 4 && day < 26
  const start = new Date(Date.UTC(year, isFarFromFirst ? month : month - 1, isFarFromFirst ? 1 : 15))
  return `R/${start.toISOString().slice(0, 10)}T00:00:00Z/P1M`
}

const controlOf = (
  { controlValue, maxDebitValue }: TargetFile['limits'],
  asset: TargetFile['walletAsset'],
): bigint => {
  if (controlValue !== undefined) return BigInt(controlValue)
  const most = BigInt(maxDebitValue)
  return asset ? usualControl(most, asset.assetScale) : most
}

/** The shortest lifetime of a token that any authorization server gives. */
const shortestLife = 10_000

/** The number of controls that a limited token can pay for. */
const limitedPayments = 5n

type ReceiverSources = Partial<Record<ReceiverKind, ReceiverSource>>

/**
 * Returns sources that create receivers at the other wallet, and those in another asset at the wallet
 * grants.otherAsset.
 */
export function requestedReceivers(
  { otherWallet, grants, baseUrl }: TargetFile,
  tokenOf: (entry: undefined, name: string) => Credential,
): ReceiverSources {
  const at = (
    walletAddress: string | undefined,
    name: string,
    kinds: readonly ReceiverKind[],
  ): ReceiverSources => {
    if (walletAddress === undefined) return {}
    const token = tokenOf(undefined, name)
    const source: ReceiverSource = { kind: 'create', walletAddress, baseUrl: withoutSlash(baseUrl), token }
    return Object.fromEntries(kinds.map((kind) => [kind, source]))
  }
  return {
    ...at(otherWallet?.walletAddress, 'receivers.create', [
      'open',
      'fixed',
      'expiring',
      'expired',
      'completed',
    ]),
    ...at(grants?.otherAsset, 'receivers.otherAsset.create', ['otherAsset']),
  }
}

/** Creates a book whose places are all empty. */
function createTokenBook(file: string): TokenBook {
  const wanted: string[] = []
  const sources = new Map<string, GrantedSource>()
  const sourceOf = (name: string): GrantedSource => {
    const source = sources.get(name)
    if (source) return source
    throw new ConfigurationError(
      'ERR_NO_TOKEN',
      `${file}: ${name} was not granted; give the token in the target file`,
    )
  }
  return {
    names: (key) => wanted.filter((name) => key === undefined || `${name}.`.startsWith(`${key}.`)),
    put: (name, source) => void sources.set(name, source),
    share: (name, from) => {
      const source = sources.get(from)
      if (source) sources.set(name, source)
      return source !== undefined
    },
    credential: (name) => {
      wanted.push(name)
      return {
        name,
        source: 'authorization server',
        value: async () => sourceOf(name).value(),
        hold: async (tell) => (await sourceOf(name).hold?.(tell)) ?? (() => undefined),
        renewed: async (refused, isDead) => (await sourceOf(name).renewed?.(refused, isDead)) ?? false,
        unrenewed: () => sourceOf(name).unrenewed?.(),
      }
    },
  }
}

/** Reads a token of the file, or reserves its place for the grants. `name` is the name of that place. */
export type TokenOf = (entry: CredentialEntry | undefined, name: string) => Credential

/** Returns the tokens of walletAddress: those of the file, and requested ones in place of the others. */
export function tokensOf(file: TargetFile, tokenOf: TokenOf, now: number): Tokens {
  const all: TokenEntries = { ...(file.grants ? requestedTokens(file, now) : {}), ...file.tokens }
  const tokens = allTokenKinds
    .filter((kind) => kind in all)
    .map((kind) => {
      if (!isLimited(kind)) return [kind, tokenOf(all[kind], tokenPlace(kind))]
      const { token, ...limits }: Partial<LimitedEntry> = all[kind] ?? {}
      return [kind, { token: tokenOf(token, tokenPlace(kind)), ...limitsOf(limits) }]
    })
  return Object.fromEntries(tokens)
}

const limitsOf = ({
  debitAmount,
  receiveAmount,
  ...others
}: Omit<LimitedEntry, 'token'>): Partial<LimitValues> => ({
  ...(debitAmount === undefined ? {} : { debitAmount: BigInt(debitAmount) }),
  ...(receiveAmount === undefined ? {} : { receiveAmount: BigInt(receiveAmount) }),
  ...others,
})

/** Throws a ValidationError if the interval of a limit does not contain a readable period. */
export function checkInterval({ tokens }: TargetFile): void {
  const { interval } = tokens.limitedPerInterval ?? {}
  if (interval === undefined || isRepeatingInterval(interval)) return
  throw new ValidationError(
    'ERR_TARGET_VALUE',
    'no period can be read from this interval',
    'write an ISO 8601 repeating interval, such as R/2026-01-01T00:00:00Z/P1M',
    [],
  )
}
