import { allTokenKinds, isLimited, tokenPlace } from '../core/token-kinds.ts'
import type { CredentialEntry } from './keys/credential.ts'
import type { LimitedEntry, TargetFile, TokenEntries } from './reading/file.ts'
import { isRepeatingInterval } from './reading/interval.ts'
import { ValidationError } from './reading/problem.ts'
import { requestedTokens } from './requested.ts'
import type { Credential, LimitValues, Tokens } from './target.ts'

/** Reads a token of the file, or reserves its place for the grants. `name` is the name of that place. */
export type TokenOf = (entry: CredentialEntry | undefined, name: string) => Credential

/** Returns the tokens of walletAddress: those of the file, and requested ones in place of the others. */
export function tokensOf(file: TargetFile, tokenOf: TokenOf, now: number): Tokens {
  const all: TokenEntries = { ...(file.grants ? requestedTokens(file, now) : {}), ...file.tokens }
  const tokens = allTokenKinds
    .filter((kind) => kind in all)
    .map((kind) => {
      if (!isLimited(kind)) return [kind, tokenOf(all[kind], tokenPlace(kind))]
      const { token, ...limits }: Partial<LimitedEntry> = all[kind] ?? {}
      return [kind, { token: tokenOf(token, tokenPlace(kind)), ...limitsOf(limits) }]
    })
  return Object.fromEntries(tokens)
}

const limitsOf = ({
  debitAmount,
  receiveAmount,
  ...others
}: Omit<LimitedEntry, 'token'>): Partial<LimitValues> => ({
  ...(debitAmount === undefined ? {} : { debitAmount: BigInt(debitAmount) }),
  ...(receiveAmount === undefined ? {} : { receiveAmount: BigInt(receiveAmount) }),
  ...others,
})

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
