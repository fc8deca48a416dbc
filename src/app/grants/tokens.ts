import { accessInWords } from '../../gnap/access.ts'
import type { LedgerToken } from '../../gnap/ledger.ts'
import { lines } from '../../report/text/printable.ts'
import { loadTarget } from '../../target-file/reading/load.ts'
import type { Target } from '../../target-file/target.ts'
import { loadingIn } from '../environment.ts'
import { exit } from '../exit.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { keptLedger, leftLedgers } from './ledger-file.ts'
import { revokeRemaining } from './token-keeper.ts'

/**
 * Shows the tokens of a target file that are still alive from earlier runs, or revokes them. Never shows the tokens
 * themselves.
 */
export async function tokens(file: string, { revoke }: { revoke?: boolean }, io: GuardedIo): Promise<number> {
  const target = await loadTarget({ ...loadingIn(io), file })
  io.hide(target.secrets)
  if (revoke) return (await revokeRemaining(target, io)) === 0 ? exit.fine : exit.notJudged
  io.stdout.write(lines(text(target, io.now().getTime())))
  return exit.fine
}

const text = (target: Target, now: number): string => {
  if (!target.grants) return 'The target file has all its tokens; it requests none (grants).\n'
  const kept = keptLedger(target)?.contents.tokens ?? []
  const killed = leftLedgers(target).flatMap(({ contents }) => contents.tokens)
  const lines = [
    ...kept.flatMap((token) => linesOf(token, 'kept', now)),
    ...killed.flatMap((token) => linesOf(token, 'left by a run that was killed', now)),
  ]
  if (lines.length > 0)
    return [...lines, `To revoke them: op-conformance tokens ${target.file} --revoke`, ''].join('\n')
  const wanted = target.grants.book.names().join(', ')
  return `No token is alive. A run requests these and revokes them at its end: ${wanted}\n`
}

const linesOf = ({ name, access, since, expiresAt }: LedgerToken, state: string, now: number): string[] => [
  `${name}  ${state}, granted or renewed at ${new Date(since).toISOString()}, ${ending(expiresAt, now)}`,
  ...access.map((item) => `  ${accessInWords(item)}`),
]

const ending = (expiresAt: number | undefined, now: number): string => {
  if (expiresAt === undefined) return 'without a known end'
  const seconds = Math.round((expiresAt - now) / 1000)
  return seconds > 0 ? `expires in ${seconds} s` : 'expired'
}
