import type { Profile } from '../catalogue/profile.ts'
import { isObject } from '../core/json.ts'
import { type Receiver, type ReceiverKind, receiverKinds } from '../core/receiver.ts'
import type { SigningKey } from '../core/signing-key.ts'
import { loadOpenApi } from '../openapi/document.ts'
import { checkConnection, connectionOf, withoutSlash } from './connection.ts'
import { type CredentialSource, credentialOf } from './keys/credential.ts'
import { type KeyEntry, readKey } from './keys/keys.ts'
import { checkToken, keepFilled, keepKey, shownTexts } from './keys/secrets.ts'
import { milliseconds } from './reading/duration.ts'
import type { ReceiverEntry, ReceiversEntry, SigningEntry, TargetFile } from './reading/file.ts'
import type { Filled, Variables } from './reading/fill-in.ts'
import { type KeyPath, type Problems, ValidationError } from './reading/problem.ts'
import { checkInterval, grantsOf, requestedReceivers, type TokenOf, tokensOf } from './requested.ts'
import type {
  ReceiverSource,
  Receivers,
  Secret,
  Signing,
  Target,
  TargetClock,
  TargetLimits,
} from './target.ts'

export interface TargetParts extends CredentialSource {
  env: Variables
  /** The line of `baseUrl`. */
  line: number
  placeOf: Target['placeOf']
  filled: readonly Filled[]
  problems: Problems
  /** The profile, or undefined if a problem with it was noted. */
  profile: Profile | undefined
}

/** Returns the target of a file, or undefined if there are problems. All of them are noted. */
export function assemble(file: TargetFile, parts: TargetParts): Target | undefined {
  const { problems, profile, secrets } = parts
  if (problems.bars([])) return undefined
  const keys = keysOf(file, problems, secrets)
  checkConnection(file, problems)
  problems.attempt(['limits'], () => checkLimits(file))
  problems.attempt(['tokens', 'limitedPerInterval', 'interval'], () => checkInterval(file))
  const { signing } = keys
  if (problems.list.length > 0 || !signing || !profile) return undefined
  const target = targetOf(file, { ...parts, profile }, { ...keys, signing })
  const shown = [...shownTexts(file), ...namesIn(loadOpenApi(profile.name))]
  for (const secret of secrets) problems.attempt(secret.name.split('.'), () => checkToken(secret, shown))
  keepFilled(secrets, parts.filled, shown)
  return problems.list.length > 0 ? undefined : target
}

/**
 * Builds the target from parts that have had no problem so far. Its clock runs ahead of the real one by the time that
 * it was aged.
 */
const targetOf = (
  file: TargetFile,
  parts: TargetParts & Pick<Target, 'profile'>,
  { signing, otherKey, otherClient }: Keys & Pick<Target, 'signing'>,
): Target => {
  let aged = 0
  const source = { ...parts, now: () => parts.now() + aged }
  const grants = grantsOf(file, parts.file, source.now)
  const tokenOf = tokenFrom(source, grants)
  return {
    name: file.name ?? new URL(file.baseUrl).hostname.replace(/[[\]]/g, ''),
    file: parts.file,
    line: parts.line,
    folder: parts.folder,
    placeOf: parts.placeOf,
    profile: parts.profile,
    profileOverrides: file.profileOverrides,
    baseUrl: withoutSlash(file.baseUrl),
    walletAddress: file.walletAddress,
    walletAsset: file.walletAsset,
    connection: connectionOf(file, parts.env, parts.secrets),
    origins: file.origins.map((origin) => new URL(origin).origin),
    signing,
    tokens: tokensOf(file, tokenOf, source.now()),
    otherKey: otherKey ?? (grants && otherClient ? boundElsewhere(otherClient) : undefined),
    ...otherClientOf(file, otherClient, tokenOf),
    ...otherWalletOf(file, tokenOf),
    receivers: receiversOf(file, tokenOf),
    ...(grants ? { grants } : {}),
    incomingPayments: file.incomingPayments,
    limits: limitsOf(file),
    ...clockOf(file),
    age: (milliseconds) => {
      aged += milliseconds
    },
    aged: () => aged,
    secrets: parts.secrets,
  }
}

const tokenFrom =
  (source: CredentialSource, grants: Target['grants']): TokenOf =>
  (entry, name) => {
    if (entry !== undefined) return credentialOf(entry, name, source)
    if (grants) return grants.book.credential(name)
    throw new Error(`${name} is missing, which the schema permits only with grants`)
  }

/** Returns the paths and the names of all fields. */
const namesIn = (tree: unknown): string[] =>
  isObject(tree) ? Object.entries(tree).flatMap(([name, inner]) => [name, ...namesIn(inner)]) : []

const otherClientOf = (
  { otherClient: entry }: TargetFile,
  signing: Signing | undefined,
  tokenOf: TokenOf,
): Pick<Target, 'otherClient'> => {
  if (!entry || !signing) return {}
  const token = tokenOf(entry.token, 'otherClient.token')
  return { otherClient: { signing, token, walletAddress: entry.walletAddress } }
}

const otherWalletOf = ({ otherWallet }: TargetFile, tokenOf: TokenOf): Pick<Target, 'otherWallet'> => {
  if (!otherWallet) return {}
  const { walletAddress } = otherWallet
  const token = tokenOf(otherWallet.token, 'otherWallet.token')
  const quotes = otherWallet.token === undefined ? { quotes: tokenOf(undefined, 'otherWallet.quotes') } : {}
  return { otherWallet: { walletAddress, token, ...quotes } }
}

/**
 * Returns the key of a second client. Requested tokens of the first client are bound to its own key, so this one is
 * another.
 */
const boundElsewhere = ({ key }: Signing): Target['otherKey'] => ({
  key,
  boundElsewhere: true,
  isOtherClients: true,
})

const clockOf = ({ clock }: TargetFile): { clock?: TargetClock } => {
  if (clock?.command) return { clock: { kind: 'command', command: clock.command } }
  return clock?.url === undefined ? {} : { clock: { kind: 'url', url: clock.url } }
}

/** Controls are payments like any other, so a control must not cost more than one payment may. */
function checkLimits({ limits: { controlValue, maxDebitValue } }: TargetFile): void {
  if (controlValue === undefined || BigInt(controlValue) <= BigInt(maxDebitValue)) return
  throw new ValidationError(
    'ERR_TARGET_LIMITS',
    'more than limits.maxDebitValue, which limits every payment',
    'lower it, or raise limits.maxDebitValue',
    ['controlValue'],
  )
}

function limitsOf({ limits }: TargetFile): TargetLimits {
  const { settleTimeout, maxWait, requestsPerSecond, maxRequests, maxPayments, controlValue } = limits
  return {
    settleTimeout: milliseconds(settleTimeout),
    maxWait: milliseconds(maxWait),
    requestsPerSecond,
    maxRequests,
    maxPayments,
    ...(controlValue === undefined ? {} : { controlValue: BigInt(controlValue) }),
    maxDebitValue: BigInt(limits.maxDebitValue),
    debitBudget: BigInt(limits.debitBudget),
  }
}

interface Keys {
  signing?: Signing | undefined
  otherKey?: Target['otherKey']
  otherClient?: Signing | undefined
}

/** Reads every key of the file. A key that cannot be read is noted as a problem and left out. */
function keysOf(file: TargetFile, problems: Problems, secrets: Secret[]): Keys {
  const keyAt = (path: KeyPath, entry: KeyEntry): SigningKey | undefined => {
    const name = path.join('.')
    const key = readKey(entry, name, path, problems)
    if (key) keepKey(secrets, `${name}.privateKey`, entry.privateKey, key.privateKey)
    return key
  }
  const signingAt = (path: KeyPath, entry: SigningEntry): Signing | undefined => {
    const key = keyAt(path, entry)
    const { label, components, parameters, digest } = entry
    return key && { key, label, components, parameters, digest }
  }
  const given = <T, R>(
    path: KeyPath,
    entry: T | undefined,
    read: (path: KeyPath, entry: T) => R,
  ): R | undefined => (entry === undefined || problems.bars(path) ? undefined : read(path, entry))

  const key = given(['otherKey'], file.otherKey, keyAt)
  return {
    signing: given(['signing'], file.signing, signingAt),
    otherClient: given(['otherClient', 'signing'], file.otherClient?.signing, signingAt),
    ...(key ? { otherKey: { key, boundElsewhere: file.otherKey?.boundElsewhere === true } } : {}),
  }
}

/** Collects the sources of receivers, by kind. If the file has grants, sources that it does not give are requested. */
function receiversOf(file: TargetFile, tokenOf: TokenOf): Receivers {
  const { receivers: entry } = file
  const requested = file.grants ? requestedReceivers(file, tokenOf) : {}
  const sources = receiverKinds.flatMap((kind) => {
    const source = sourceOf(kind, entry, tokenOf) ?? (entry[kind] ? undefined : requested[kind])
    return source ? [[kind, source] as const] : []
  })
  const { access } = entry
  const made = requested.open?.kind === 'create' ? requested.open.token : undefined
  const own = access?.token === undefined ? undefined : tokenOf(access.token, 'receivers.access.token')
  const reading = access ? own : made
  return {
    ...(reading ? { access: reading } : {}),
    ...(access?.baseUrl === undefined ? {} : { accessBaseUrl: withoutSlash(access.baseUrl) }),
    sources: Object.fromEntries(sources),
  }
}

// An empty list is still a list: the command is not asked for receivers of that kind.
const sourceOf = (
  kind: ReceiverKind,
  { [kind]: own, command }: ReceiversEntry,
  tokenOf: TokenOf,
): ReceiverSource | undefined => {
  if (own === undefined) return command && { kind: 'command', command }
  if (Array.isArray(own)) return own.length > 0 ? { kind: 'list', receivers: own.map(receiverOf) } : undefined
  const { walletAddress, baseUrl, token } = own.create
  return {
    kind: 'create',
    walletAddress,
    baseUrl: withoutSlash(baseUrl),
    token: tokenOf(token, `receivers.${kind}.create.token`),
  }
}

const receiverOf = (entry: ReceiverEntry): Receiver => (typeof entry === 'string' ? { url: entry } : entry)
