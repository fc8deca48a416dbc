import { createGnapClient } from '../../gnap/client.ts'
import { GrantRefused } from '../../gnap/grant-errors.ts'
import { type LedgerContents, type Revoking, revokeAll, type Signer } from '../../gnap/ledger.ts'
import type { GnapTransport } from '../../gnap/transport.ts'
import { plural } from '../../report/counts.ts'
import { line } from '../../report/text/printable.ts'
import { keepSecret } from '../../target-file/keys/secrets.ts'
import type { Target } from '../../target-file/target.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { foreignLedgers, type LeftLedger, leftLedgers, writeLedger } from './ledger-file.ts'

interface RevokingLedgers {
  target: Target
  transport: GnapTransport
  io: GuardedIo
}

/** Revokes the tokens of processes that were killed. */
export async function revokeLeft(revoking: RevokingLedgers): Promise<void> {
  const { target, io } = revoking
  tellForeign(target, io)
  for (const ledger of leftLedgers(target)) await revokeLedger(ledger, 'of a run that was killed', revoking)
}

/**
 * Revokes the tokens of a ledger and returns the number of those that it could not revoke. They are named. The next
 * command tries again if the server was not reached.
 */
export async function revokeLedger(
  { path, holder, contents }: LeftLedger,
  whose: string,
  { target, transport, io: { stderr } }: RevokingLedgers,
): Promise<number> {
  for (const { name, value, grant } of contents.tokens) {
    keepSecret(target.secrets, name, value)
    if (grant) keepSecret(target.secrets, name, grant.token)
  }
  const unreached = new Set<string>()
  const left = await revokeAll(contents, watched(revokingOf(contents, target, transport), unreached))
  const all = contents.tokens.length + contents.pending.length
  stderr.write(line`revoked ${plural(all - left.length, 'token')} ${whose}\n`)
  for (const text of left) stderr.write(line`note: not revoked: ${text}\n`)
  const isUnreached = ({ name }: { name: string }): boolean => unreached.has(name)
  const { tokens, pending } = contents
  const rest = { ...contents, tokens: tokens.filter(isUnreached), pending: pending.filter(isUnreached) }
  writeLedger({ path, holder, contents: rest }, target)
  return left.length
}

/** Names the ledgers that were not written with the target file's key. Nothing is sent for them. */
export function tellForeign(target: Target, { stderr }: GuardedIo): void {
  for (const name of foreignLedgers(target))
    stderr.write(
      line`note: ${name} in .op-conformance-tokens was not written with the key of ${target.file}; nothing is sent for it, remove it\n`,
    )
}

/**
 * Records the names of tokens for which no response came. A token whose revocation was refused is dead, or beyond the
 * reach of the harness.
 */
const watched = ({ revoke, cancel }: Revoking, unreached: Set<string>): Revoking => {
  const noting =
    <T extends { name: string }>(end: (one: T) => Promise<void>) =>
    async (one: T): Promise<void> => {
      try {
        await end(one)
      } catch (error) {
        if (!(error instanceof GrantRefused)) unreached.add(one.name)
        throw error
      }
    }
  return { revoke: noting(revoke), cancel: noting(cancel) }
}

const revokingOf = ({ endpoint }: LedgerContents, target: Target, transport: GnapTransport): Revoking => {
  const { signing, otherClient, origins } = target
  const clientOf = (signer: Signer) => {
    const { key } = signer === 'otherClient' && otherClient ? otherClient.signing : signing
    return createGnapClient({ endpoint, key }, transport, origins)
  }
  return {
    revoke: (token) => clientOf(token.signer).revoke(token),
    cancel: (grant) => clientOf(grant.signer).cancel(grant),
  }
}
