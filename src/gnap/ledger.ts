import type { AccessItem } from './access.ts'
import type { Continuation, GrantedToken } from './grant-answer.ts'
import { GrantRefused } from './grant-errors.ts'

/** Which key of the target file signs. */
export type Signer = 'signing' | 'otherClient'

/** A token that was granted and is not revoked yet. */
export interface LedgerToken extends Pick<GrantedToken, 'value' | 'manage' | 'grant'> {
  name: string
  signer: Signer
  /** What was asked for. */
  access: readonly AccessItem[]
  /** When it was granted or renewed, in milliseconds since 1970. */
  since: number
  /** Milliseconds since 1970, by the time of the server; absent if that is not known. */
  expiresAt?: number
}

/** A grant on which nobody has decided yet. */
export interface LedgerPending extends Pick<Continuation, 'uri' | 'token'> {
  /** The places of its tokens. */
  name: string
  signer: Signer
}

export interface LedgerContents {
  /** URL of grant requests. */
  endpoint: string
  tokens: LedgerToken[]
  pending: LedgerPending[]
}

/** What has to be revoked if the process ends before it could; written down at each change. */
export interface TokenLedger {
  contents: LedgerContents
  /** Keeps the tokens that a grant gave, each in place of the one before. `grant`: its name, if nobody knew of the tokens before. */
  granted: (tokens: readonly LedgerToken[], grant?: string) => void
  pending: (grant: LedgerPending) => void
  /** The place has no living token any more. */
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

/** Tells how to revoke and to end grants, whoever signs. */
export interface Revoking {
  revoke: (token: LedgerToken) => Promise<void>
  cancel: (grant: LedgerPending) => Promise<void>
}

/**
 * Ends all that a ledger has; gives what could not be ended, in words. Sends everything side by side. Where the server refuses to
 * revoke a token, its grant is ended: a process that was killed may have rotated the token without learning of the new one.
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
