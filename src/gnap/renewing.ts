import type { GrantedSource } from '../target-file/target.ts'
import type { GrantedToken } from './grant-answer.ts'

export interface Renewing {
  /** Milliseconds. */
  now: () => number
  /** Gives another token in place of this one, which is dead from then on; undefined if there is none to be had. */
  renew: (token: GrantedToken) => Promise<GrantedToken | undefined>
}

/**
 * A token that is renewed before it expires, and once if the server refuses it earlier. Nobody who uses it sees it change: it
 * is renewed while no request with it is under way, and requests wait for it.
 */
export function renewing(
  first: GrantedToken,
  { now, renew }: Renewing,
): GrantedSource & { current: () => GrantedToken } {
  let token = first
  let until = now() + usableOf(first)
  let users = 0
  let underWay: Promise<boolean> | undefined
  let whenFree: (() => void) | undefined
  const refusedOnce = new Set<string>()

  const free = (): Promise<void> =>
    users === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          whenFree = resolve
        })

  const replaced = async (): Promise<boolean> => {
    await free()
    const next = await renew(token)
    if (next) token = next
    // What cannot be renewed is used as it is, and not asked for again at each request.
    until = next ? now() + usableOf(next) : Number.POSITIVE_INFINITY
    return next !== undefined
  }

  const started = (): Promise<boolean> => {
    underWay ??= replaced().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  return {
    current: () => token,
    value: async () => token.value,
    hold: async () => {
      if (!underWay && now() >= until) await started()
      while (underWay) await underWay
      users++
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        users--
        if (users === 0) whenFree?.()
      }
    },
    renewed: async (refused) => {
      while (underWay) await underWay
      if (refused !== token.value) return true
      if (refusedOnce.has(refused)) return false
      refusedOnce.add(refused)
      const isNew = await started()
      // One that is refused from the start is not worth another.
      refusedOnce.add(token.value)
      return isNew
    },
  }
}

/** A request takes time, too: a tenth of the lifetime, at most half a minute, is left unused. */
const usableOf = ({ expiresIn }: GrantedToken): number =>
  expiresIn === undefined ? Number.POSITIVE_INFINITY : expiresIn - Math.min(expiresIn / 10, 30_000)
