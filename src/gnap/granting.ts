import { ConfigurationError } from '../core/errors.ts'
import type { SigningKey } from '../core/signing-key.ts'
import type { Grants, Target } from '../target-file/target.ts'
import { createGnapClient, type GnapClient } from './client.ts'
import { type KeptLedger, takeKept } from './kept-tokens.ts'
import { createLedger, type LedgerContents, revokeAll, type Signer, type TokenLedger } from './ledger.ts'
import { lacksReceiver, limitAsKept, limitedToReceiver, limitToReceiver } from './limited-to-receiver.ts'
import { putKept, putPlain, putShared, putTokens } from './put-token.ts'
import { askingFor, type Requesting, requestedTokens } from './requested-tokens.ts'
import { rightsFor, servingPlace, type WantedRights } from './rights.ts'
import { leaveOut } from './skipped-tokens.ts'
import type { GnapTransport } from './transport.ts'
import { readWalletAddress } from './wallet-address.ts'
import { wantedGrants } from './wanted-grants.ts'

export interface Granting extends Omit<Requesting, 'clients' | 'ledger'> {
  transport: GnapTransport
  /** The places of the tokens to request. The target goes without the others, unless they were kept. */
  needed: ReadonlySet<string>
  /** Receives the purpose of each consent and the number of requested tokens, before anybody is asked. */
  announce: (consents: ReadonlyArray<readonly WantedRights[]>, requested: number) => void
  write: (contents: LedgerContents) => void
  /** Tokens that an earlier run kept for this one. */
  kept: KeptLedger | undefined
}

/** Tokens that were requested for a target. They stay valid until they are revoked. */
export interface GrantSession {
  ledger: TokenLedger
  /** The places whose tokens an earlier run kept. */
  taken: ReadonlySet<string>
  /** Revokes everything except the tokens of these places. Resolves to descriptions of what could not be revoked. */
  revoke: (except?: ReadonlySet<string>) => Promise<string[]>
}

/**
 * Requests the tokens that are needed and that the target file leaves to the grants, side by side. If one is refused,
 * the others are revoked.
 */
export async function requestTokens(granting: Granting): Promise<GrantSession> {
  const { target, grants, transport, write } = granting
  const wallets = await walletsOf(granting)
  const clients = clientsOf(target, grants, wallets.endpoint, transport)
  const ledger = createLedger(wallets.endpoint, write)
  const revoke: GrantSession['revoke'] = (except = new Set()) => {
    const tokens = ledger.contents.tokens.filter(({ name }) => !except.has(name))
    return revokeAll(
      { ...ledger.contents, tokens },
      {
        revoke: async (token) => {
          await clients[token.signer].revoke(token)
          ledger.gone(token.name)
        },
        cancel: async (grant) => {
          await clients[grant.signer].cancel(grant)
          ledger.gone(grant.name)
        },
      },
    )
  }
  try {
    return { ledger, revoke, taken: await fillBook(clients, wallets, ledger, granting) }
  } catch (error) {
    for (const text of await revoke()) granting.note(`not revoked: ${text}`)
    throw error
  }
}

type Wallets = Awaited<ReturnType<typeof walletsOf>>

/** Requests the tokens and puts them into their places. Returns the places that got tokens of an earlier run. */
const fillBook = async (
  clients: Clients,
  wallets: Wallets,
  ledger: TokenLedger,
  granting: Granting,
): Promise<ReadonlySet<string>> => {
  const { target, grants } = granting
  limitAsKept(target, granting.kept)
  const wantedFor = (name: string): WantedRights => ({
    name,
    ...rightsFor(name, target, wallets.own, wallets.other),
  })
  const wanted = grants.book.names().map(wantedFor)
  const taken = await takeKept(granting.kept, wanted, { target, grants, clients, ledger })
  const isNeeded = neededIn(granting)
  for (const { name } of wanted) if (!taken.has(name) && !isNeeded(name)) leaveOut(target, name)
  const lacking = wanted.filter(({ name }) => !taken.has(name) && isNeeded(name))
  const shared = lacking.filter(({ name }) =>
    isServed(name, [...taken.keys(), ...lacking.map((one) => one.name)]),
  )
  const missing = lacking.filter((one) => !shared.includes(one))
  refuseWithoutAddress(missing, clients)
  const over = new AbortController()
  const requesting: Requesting = { ...until(over.signal, granting), clients, ledger }
  await putKept(wanted, taken, requesting)
  const early = missing.filter((one) => isEarly(one, granting))
  for (const one of early) await putPlain(one, requesting)
  if (lacksReceiver(target)) await limitToReceiver(granting)
  const others = missing.filter((one) => !early.includes(one) && !isWithoutLimit(one, target))
  const later = others.map(({ name }) => wantedFor(name))
  await putSideBySide(later, over, requesting, (consents) =>
    granting.announce(consents, early.length + later.length),
  )
  for (const one of shared) await putShared(one, requesting)
  return new Set(taken.keys())
}

const isServed = (name: string, places: readonly string[]): boolean => {
  const serving = servingPlace(name)
  return serving !== undefined && places.includes(serving)
}

/** A token for one receiver also needs the token that creates this receiver. */
const neededIn = ({ needed, target }: Granting): ((name: string) => boolean) => {
  const { open } = target.receivers.sources
  const making = needed.has(limitedToReceiver) && open?.kind === 'create' ? open.token.name : undefined
  return (name) => needed.has(name) || name === making
}

/** Returns true for the token that was to be limited to a receiver, if there is no receiver. */
const isWithoutLimit = ({ name }: WantedRights, { tokens }: Target): boolean =>
  name === limitedToReceiver && !tokens.limitedToReceiver

const putSideBySide = async (
  wanted: readonly WantedRights[],
  over: AbortController,
  requesting: Requesting,
  announce: (consents: ReadonlyArray<readonly WantedRights[]>) => void,
): Promise<void> => {
  const consents = wanted.filter(({ needsConsent }) => needsConsent)
  const asked = await wantedGrants(consents, (grant) => askingFor(grant, requesting))
  const asking = asked.filter(({ opened }) => opened?.asks)
  announce(asking.map(({ tokens }) => tokens))
  await allOrNone(over, [
    ...asked.map(async (grant) => {
      const title = `consent ${asking.indexOf(grant) + 1} of ${asking.length}`
      return putTokens(await requestedTokens(grant, title, requesting), requesting)
    }),
    ...wanted.filter((one) => !one.needsConsent).map((one) => putPlain(one, requesting)),
  ])
}

/**
 * Returns true for tokens that the others wait for. Moving the server's time shortens the life of every existing token,
 * and the limit to a receiver needs the token that creates receivers.
 */
const isEarly = ({ name }: WantedRights, { advance, target }: Granting): boolean =>
  name === 'tokens.expired' ? advance !== undefined : name === 'receivers.create' && lacksReceiver(target)

/** Ends every wait for a person once the signal aborts. */
const until = (signal: AbortSignal, granting: Granting): Granting => ({
  ...granting,
  signal: AbortSignal.any([granting.signal, signal]),
  wait: (milliseconds, end) => granting.wait(milliseconds, end ? AbortSignal.any([signal, end]) : signal),
})

/** Throws the first failure. The other tasks are told to give up, and have ended by then. */
const allOrNone = async (over: AbortController, tasks: ReadonlyArray<Promise<void>>): Promise<void> => {
  let first: { error: unknown } | undefined
  const giveUp = (error: unknown): void => {
    first ??= { error }
    over.abort()
  }
  await Promise.all(tasks.map((task) => task.catch(giveUp)))
  if (first) throw first.error
}

const walletsOf = async ({ target, grants, transport }: Granting) => {
  const { walletAddress, otherWallet } = target
  const [own, other] = await Promise.all([
    readWalletAddress(walletAddress, transport),
    otherWallet && readWalletAddress(otherWallet.walletAddress, transport),
  ])
  return {
    endpoint: grants.authServer ?? own.authServer,
    own: { url: walletAddress, asset: target.walletAsset ?? own },
    other: otherWallet && other && { url: otherWallet.walletAddress, asset: other },
  }
}

type Clients = Record<Signer, GnapClient>

const clientsOf = (
  target: Target,
  { client }: Grants,
  endpoint: string,
  transport: GnapTransport,
): Clients => {
  const { signing, otherClient, origins } = target
  const clientWith = (key: SigningKey, walletAddress: string | undefined): GnapClient =>
    createGnapClient({ endpoint, key, walletAddress }, transport, origins)
  const url = client.kind === 'directed' ? undefined : client.url
  const beside = client.kind === 'served' ? `${client.url}/other` : undefined
  return {
    signing: clientWith(signing.key, url),
    otherClient: clientWith(otherClient?.signing.key ?? signing.key, otherClient?.walletAddress ?? beside),
  }
}

/** Throws if tokens that need consent are wanted. A client that is only a key cannot get them. */
const refuseWithoutAddress = (wanted: readonly WantedRights[], clients: Clients): void => {
  const without = wanted.filter(
    ({ needsConsent, byOther }) =>
      needsConsent && !clients[byOther ? 'otherClient' : 'signing'].walletAddress,
  )
  if (without.length === 0) return
  const names = without.map(({ name }) => name).join(', ')
  throw new ConfigurationError(
    'ERR_TARGET_CLIENT',
    without.every(({ byOther }) => byOther)
      ? `otherClient.walletAddress: missing, and ${names} needs consent, which only a client with a wallet address gets; add it, or give the token`
      : `client.directed: a client that is only a key gets no access that needs consent (${names}); use client.serve or client.walletAddress, or give these tokens under tokens`,
  )
}
