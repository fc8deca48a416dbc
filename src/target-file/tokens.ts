import type { CredentialEntry } from './keys/credential.ts'
import type { TargetFile } from './reading/file.ts'
import { isRepeatingInterval } from './reading/interval.ts'
import { ValidationError } from './reading/problem.ts'
import { requestedTokens } from './requested.ts'
import type { Credential, LimitedKind, Tokens } from './target.ts'

/** Reads a token of the file, or reserves its place for the grants. `name` is the name of that place. */
export type TokenOf = (entry: CredentialEntry | undefined, name: string) => Credential

/** Returns the tokens of walletAddress: those of the file, and requested ones in place of the others. */
export function tokensOf(file: TargetFile, tokenOf: TokenOf, now: number): Tokens {
  const all = { ...(file.grants ? requestedTokens(file, now) : {}), ...file.tokens }
  const { full, limited, limitedPerInterval, limitedReceive, limitedToReceiver, ...others } = all
  const named = Object.entries(others).map(
    ([kind, entry]) => [kind, tokenOf(entry, `tokens.${kind}`)] as const,
  )
  const within = (
    kind: LimitedKind,
    entry: { token: CredentialEntry | undefined },
  ): { token: Credential } => ({
    token: tokenOf(entry.token, `tokens.${kind}.token`),
  })
  return {
    full: tokenOf(full, 'tokens.full'),
    ...Object.fromEntries(named),
    ...(limited && {
      limited: { ...within('limited', limited), debitAmount: BigInt(limited.debitAmount) },
    }),
    ...(limitedPerInterval && {
      limitedPerInterval: {
        ...within('limitedPerInterval', limitedPerInterval),
        debitAmount: BigInt(limitedPerInterval.debitAmount),
        interval: limitedPerInterval.interval,
      },
    }),
    ...(limitedReceive && {
      limitedReceive: {
        ...within('limitedReceive', limitedReceive),
        receiveAmount: BigInt(limitedReceive.receiveAmount),
      },
    }),
    ...(limitedToReceiver && {
      limitedToReceiver: { ...limitedToReceiver, ...within('limitedToReceiver', limitedToReceiver) },
    }),
  }
}

/** Throws a ValidationError if the interval of a limit does not contain a readable period. */
export function checkInterval({ tokens }: TargetFile): void {
  const { interval } = tokens.limitedPerInterval ?? {}
  if (interval === undefined || isRepeatingInterval(interval)) return
  throw new ValidationError(
    'ERR_TARGET_VALUE',
    'no period can be read from this interval',
    'write an ISO 8601 repeating interval, such as R/2026-01-01T00:00:00Z/P1M',
    [],
  )
}
