import { NotJudgedError } from '../core/errors.ts'
import { usableOf } from '../target-file/keys/credential.ts'
import type { GrantedSource } from '../target-file/target.ts'
import type { GnapClient } from './client.ts'
import { putExpired, putRevoked, putRotated } from './dead-tokens.ts'
import type { GrantedToken } from './grant-answer.ts'
import { type Granted, keepTokens, type Requesting, requestedTokens } from './requested-tokens.ts'
import { servingPlace, type WantedRights } from './rights.ts'
import { grantOfOne, signerOf } from './wanted-grants.ts'

export async function putTokens(given: readonly Granted[], requesting: Requesting): Promise<void> {
  await Promise.all(given.map((one) => putToken(one, requesting)))
}

/** Puts the tokens of an earlier run into their places. */
export async function putKept(
  wanted: readonly WantedRights[],
  taken: ReadonlyMap<string, GrantedToken>,
  requesting: Requesting,
): Promise<void> {
  const known = wanted.flatMap((one): Granted[] => {
    const token = taken.get(one.name)
    return token ? [{ wanted: one, token }] : []
  })
  keepTokens(known, requesting)
  await putTokens(known, requesting)
}

/** Requests a token by itself. */
export async function putPlain(one: WantedRights, requesting: Requesting): Promise<void> {
  const given = await requestedTokens(grantOfOne(one), `consent for ${one.name}`, requesting)
  await putTokens(given, requesting)
}

/** Puts a token that serves another place into this one too. If that token was not granted, this one is requested. */
export async function putShared(one: WantedRights, requesting: Requesting): Promise<void> {
  const serving = servingPlace(one.name)
  const isShared = serving !== undefined && requesting.grants.book.share(one.name, serving)
  if (!isShared) await putPlain(one, requesting)
}

/** Puts a token into its place in the target file, and keeps it fresh. */
async function putToken({ wanted, token }: Granted, requesting: Requesting): Promise<void> {
  const { name } = wanted
  const { grants, note, clients } = requesting
  const client = clients[signerOf(wanted)]
  if (token.expiresIn === undefined) {
    note(
      `${name}: the authorization server does not say when the token expires (expires_in); it is used until it is refused`,
    )
  }
  if (name === 'tokens.revoked') return putRevoked(token, client, requesting)
  const again = async (): Promise<GrantedToken | undefined> => {
    const [given] = await requestedTokens(grantOfOne(wanted), `consent for ${name}`, requesting)
    return given?.token
  }
  const rotated = async (before: GrantedToken): Promise<GrantedToken> => {
    const next = await client.rotate(before)
    keepTokens([{ wanted, token: next }], requesting)
    return next
  }
  if (name === 'tokens.expired') return putExpired(token, client, requesting)
  if (name === 'tokens.rotated') return putRotated(token, rotated, requesting)
  const renew = async (before: GrantedToken): Promise<GrantedToken | string | undefined> => {
    try {
      return await (before.manage === undefined && !wanted.needsConsent ? again() : rotated(before))
    } catch (error) {
      const why = whyNotRenewed(error, client)
      note(`${name} could not be renewed: ${why}`)
      return why
    }
  }
  grants.book.put(name, renewing(token, { now: grants.now, renew }))
}

/** Names the authorization server if it is gone, in the same words for all tokens. */
const whyNotRenewed = (error: unknown, { endpoint }: GnapClient): string => {
  const isGone = error instanceof NotJudgedError && error.code === 'ERR_UNREACHABLE'
  if (isGone) return `the authorization server at ${new URL(endpoint).origin} cannot be reached`
  return error instanceof Error ? error.message : String(error)
}

export interface Renewing {
  /** Returns the time in milliseconds. */
  now: () => number
  /**
   * Replaces a token, which is dead from then on. Resolves to undefined, or to the reason, if no other token can be had.
   */
  renew: (token: GrantedToken) => Promise<GrantedToken | string | undefined>
}

/** The present token, and its users. */
interface HeldToken extends Renewing {
  token: GrantedToken
  until: number
  users: number
  why?: string | undefined
  underWay?: Promise<boolean> | undefined
  whenFree?: () => void
}

/**
 * A token that is renewed before it expires, and if the server refuses it earlier. No user sees it change: it is
 * renewed while no request with it is under way, and new requests wait for it.
 */
export function renewing(first: GrantedToken, { now, renew }: Renewing): GrantedSource {
  const kept: HeldToken = { now, renew, token: first, until: now() + usableOf(first.expiresIn), users: 0 }
  const refusedOnce = new Set<string>()
  return {
    value: async () => kept.token.value,
    unrenewed: () => kept.why,
    hold: async () => {
      if (!kept.underWay && now() >= kept.until) await started(kept)
      while (kept.underWay) await kept.underWay
      kept.users++
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        kept.users--
        if (kept.users === 0) kept.whenFree?.()
      }
    },
    renewed: async (refused, isDead = false) => {
      while (kept.underWay) await kept.underWay
      if (refused !== kept.token.value) return true
      if (refusedOnce.has(refused) && !isDead) return false
      refusedOnce.add(refused)
      const isNew = await started(kept)
      // The server may refuse something else about the request, which no other token would change.
      refusedOnce.add(kept.token.value)
      return isNew
    },
  }
}

const started = (kept: HeldToken): Promise<boolean> => {
  kept.underWay ??= replaced(kept).finally(() => {
    kept.underWay = undefined
  })
  return kept.underWay
}

const replaced = async (kept: HeldToken): Promise<boolean> => {
  const { now, renew } = kept
  await free(kept)
  const renewed = await renew(kept.token)
  const next = typeof renewed === 'string' ? undefined : renewed
  kept.why = typeof renewed === 'string' ? renewed : undefined
  if (next) kept.token = next
  // A token that cannot be renewed stays in use as it is. Later requests do not try again.
  kept.until = next ? now() + usableOf(next.expiresIn) : Number.POSITIVE_INFINITY
  return next !== undefined
}

const free = (kept: HeldToken): Promise<void> =>
  kept.users === 0
    ? Promise.resolve()
    : new Promise((resolve) => {
        kept.whenFree = resolve
      })
