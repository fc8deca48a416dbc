import type { GrantedSource } from '../target-file/target.ts'
import type { GrantedToken } from './grant-answer.ts'

export interface Renewing {
  /** Milliseconds. */
  now: () => number
  /** Gives another token in place of this one, which is dead from then on; undefined if there is none to be had. */
  renew: (token: GrantedToken) => Promise<GrantedToken | undefined>
}

/** The token as it is now, and who uses it. */
interface Kept extends Renewing {
  token: GrantedToken
  until: number
  users: number
  underWay?: Promise<boolean> | undefined
  whenFree?: () => void
}

/**
 * A token that is renewed before it expires, and once if the server refuses it earlier. Nobody who uses it sees it change: it
 * is renewed while no request with it is under way, and requests wait for it.
 */
export function renewing(
  first: GrantedToken,
  { now, renew }: Renewing,
): GrantedSource & { current: () => GrantedToken } {
  const kept: Kept = { now, renew, token: first, until: now() + usableOf(first), users: 0 }
  const refusedOnce = new Set<string>()
  return {
    current: () => kept.token,
    value: async () => kept.token.value,
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
    renewed: async (refused) => {
      while (kept.underWay) await kept.underWay
      if (refused !== kept.token.value) return true
      if (refusedOnce.has(refused)) return false
      refusedOnce.add(refused)
      const isNew = await started(kept)
      // One that is refused from the start is not worth another.
      refusedOnce.add(kept.token.value)
      return isNew
    },
  }
}

const started = (kept: Kept): Promise<boolean> => {
  kept.underWay ??= replaced(kept).finally(() => {
    kept.underWay = undefined
  })
  return kept.underWay
}

const replaced = async (kept: Kept): Promise<boolean> => {
  const { now, renew } = kept
  await free(kept)
  const next = await renew(kept.token)
  if (next) kept.token = next
  // What cannot be renewed is used as it is, and not asked for again at each request.
  kept.until = next ? now() + usableOf(next) : Number.POSITIVE_INFINITY
  return next !== undefined
}

const free = (kept: Kept): Promise<void> =>
  kept.users === 0
    ? Promise.resolve()
    : new Promise((resolve) => {
        kept.whenFree = resolve
      })

/** A request takes time, too: a tenth of the lifetime, at most half a minute, is left unused. */
const usableOf = ({ expiresIn }: GrantedToken): number =>
  expiresIn === undefined ? Number.POSITIVE_INFINITY : expiresIn - Math.min(expiresIn / 10, 30_000)
