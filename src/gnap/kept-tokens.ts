import { sameJson } from '../core/json.ts'
import { keepSecret } from '../target-file/keys/secrets.ts'
import type { GrantedToken } from './grant-answer.ts'
import type { LedgerContents, LedgerToken } from './ledger.ts'
import type { Requesting } from './requested-tokens.ts'
import type { WantedRights } from './rights.ts'

/** The tokens that a run has kept. Once they are taken, they belong to the present run alone. */
export interface KeptLedger extends LedgerContents {
  remove: () => void
}

/** The least remaining lifetime that makes a token worth keeping, in milliseconds. */
const worthwhile = 60_000

/**
 * Returns the tokens of an earlier run that this one can use, by name: those with the same rights that are still valid
 * or can be rotated. The others are revoked.
 */
export async function takeKept(
  kept: KeptLedger | undefined,
  wanted: readonly WantedRights[],
  { target, grants, clients, ledger }: Pick<Requesting, 'target' | 'grants' | 'clients' | 'ledger'>,
): Promise<Map<string, GrantedToken>> {
  const taken = new Map<string, GrantedToken>()
  for (const token of kept?.tokens ?? []) {
    // From now on the token is one of this run's.
    keepSecret(target.secrets, token.name, token.value)
    ledger.granted([token])
  }
  kept?.remove()
  const now = grants.now()
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
