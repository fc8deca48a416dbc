import { sameJson } from '../core/json.ts'
import type { GnapClient } from './client.ts'
import type { GrantedToken } from './grant-answer.ts'
import type { LedgerContents, LedgerToken, Signer } from './ledger.ts'
import type { WantedRights } from './rights.ts'

/** The tokens that a run has kept. Once they are taken, they belong to the present run alone. */
export interface KeptLedger extends LedgerContents {
  remove: () => void
}

/** The least remaining lifetime that makes a token worth keeping, in milliseconds. */
const worthwhile = 60_000

export interface Taking {
  clients: Record<Signer, GnapClient>
  /** The server's time in milliseconds. */
  now: number
  /** Receives each kept token before it is used, so that it becomes one of this run's. */
  take: (token: LedgerToken) => void
}

/**
 * Returns the tokens of an earlier run that this one can use, by name: those with the same rights that are still valid
 * or can be rotated. The others are revoked.
 */
export async function takeKept(
  kept: KeptLedger | undefined,
  wanted: readonly WantedRights[],
  { clients, now, take }: Taking,
): Promise<Map<string, GrantedToken>> {
  const taken = new Map<string, GrantedToken>()
  for (const token of kept?.tokens ?? []) take(token)
  kept?.remove()
  const takeOne = async (token: LedgerToken): Promise<void> => {
    const client = clients[token.signer]
    const one = wanted.find(({ name }) => name === token.name)
    try {
      if (one && sameJson(one.access, token.access)) {
        const isAlive = token.expiresAt === undefined || token.expiresAt - now > worthwhile
        taken.set(token.name, isAlive ? tokenOf(token, now) : await client.rotate(tokenOf(token, now)))
      } else await client.revoke(token)
    } catch {
      // The token is dead, or the server does not know it. A new one is requested instead.
    }
  }
  await Promise.all((kept?.tokens ?? []).map(takeOne))
  return taken
}

const tokenOf = ({ value, manage, expiresAt, access, grant }: LedgerToken, now: number): GrantedToken => ({
  value,
  access,
  ...(manage === undefined ? {} : { manage }),
  ...(grant && { grant }),
  ...(expiresAt === undefined ? {} : { expiresIn: Math.max(0, expiresAt - now) }),
})
