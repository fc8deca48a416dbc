import type { AccessItem } from './access.ts'
import type { Continuation, GrantedToken } from './grant-answer.ts'
import { GrantRefused } from './grant-errors.ts'

/** The key of the target file that signs. */
export type Signer = 'signing' | 'otherClient'

/** A token that was granted and is not revoked yet. */
export interface LedgerToken extends Pick<GrantedToken, 'value' | 'manage' | 'grant'> {
  name: string
  signer: Signer
  /** The rights that were asked for. */
  access: readonly AccessItem[]
  /** The time when it was granted or renewed, in milliseconds since 1970. */
  since: number
  /** The server's time when it expires, in milliseconds since 1970, or undefined if that is not known. */
  expiresAt?: number
}

/** A grant on which nobody has decided yet. */
export interface LedgerPending extends Pick<Continuation, 'uri' | 'token'> {
  /** The places of the grant's tokens. */
  name: string
  signer: Signer
}

export interface LedgerContents {
  /** URL of grant requests. */
  endpoint: string
  tokens: LedgerToken[]
  pending: LedgerPending[]
}

/** A list of what has to be revoked if the process ends early. It is written down at each change. */
export interface TokenLedger {
  contents: LedgerContents
  /**
   * Adds the tokens that a grant gave; each replaces the token before it. `grant` names the pending grant that gave
   * them, and is undefined for kept or rotated tokens.
   */
  granted: (tokens: readonly LedgerToken[], grant?: string) => void
  pending: (grant: LedgerPending) => void
  /** Removes a place that has no valid token any more. */
  gone: (name: string) => void
}

export function createLedger(endpoint: string, write: (contents: LedgerContents) => void): TokenLedger {
  const contents: LedgerContents = { endpoint, tokens: [], pending: [] }
  const changed = (change: () => void): void => {
    change()
    write(contents)
  }
  const without = <T extends { name: string }>(list: readonly T[], name: string): T[] =>
    list.filter((one) => one.name !== name)
  return {
    contents,
    granted: (tokens, grant) =>
      changed(() => {
        for (const token of tokens) contents.tokens = [...without(contents.tokens, token.name), token]
        if (grant !== undefined) contents.pending = without(contents.pending, grant)
      }),
    pending: (grant) =>
      changed(() => {
        contents.pending = [...without(contents.pending, grant.name), grant]
      }),
    gone: (name) =>
      changed(() => {
        contents.tokens = without(contents.tokens, name)
        contents.pending = without(contents.pending, name)
      }),
  }
}

/** Functions that revoke tokens and end grants, whoever signs. */
export interface Revoking {
  revoke: (token: LedgerToken) => Promise<void>
  cancel: (grant: LedgerPending) => Promise<void>
}

/**
 * Ends everything in a ledger, side by side, and resolves to descriptions of what could not be ended. If the server
 * refuses to revoke a token, its grant is ended: a process that was killed may have rotated the token without learning
 * of the new one.
 */
export async function revokeAll(contents: LedgerContents, { revoke, cancel }: Revoking): Promise<string[]> {
  const left: string[] = []
  const ended = (token: LedgerToken): Promise<void> =>
    revoke(token).catch(async (error: unknown) => {
      if (!(error instanceof GrantRefused) || !token.grant) throw error
      await cancel({ name: token.name, signer: token.signer, ...token.grant }).catch(() => {
        throw error
      })
    })
  const attempt = async (name: string, end: () => Promise<void>): Promise<void> => {
    try {
      await end()
    } catch (error) {
      left.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  await Promise.all([
    ...contents.tokens.map((token) => attempt(token.name, () => ended(token))),
    ...contents.pending.map((grant) => attempt(grant.name, () => cancel(grant))),
  ])
  return left
}
