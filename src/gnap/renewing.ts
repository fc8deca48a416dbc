import { usableOf } from '../target-file/keys/credential.ts'
import type { GrantedSource } from '../target-file/target.ts'
import type { GrantedToken } from './grant-answer.ts'

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
