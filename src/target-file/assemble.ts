import type { Profile } from '../catalogue/profile.ts'
import { checkConnection, connectionOf, withoutSlash } from './connection.ts'
import type { CredentialEntry, CredentialSource } from './credential.ts'
import { credentialOf } from './credential.ts'
import type { TargetFile, TokenEntries } from './file.ts'
import { checkLimits, limitsOf } from './limits.ts'
import type { Problems } from './problems.ts'
import { keysOf } from './signing.ts'
import { receiversOf } from './sources.ts'
import type { Clock, Credential, Target, Tokens } from './target.ts'
import type { Environment } from './variables.ts'

export interface Parts extends CredentialSource {
  env: Environment
  placeOf: Target['placeOf']
  problems: Problems
  /** Absent where a problem was noted. */
  profile: Profile | undefined
}

/** The target of a file; undefined where there are problems, all of them noted. */
export function assemble(file: TargetFile, parts: Parts): Target | undefined {
  const { problems, profile, env, secrets } = parts
  if (problems.bars([])) return undefined
  const { signing, otherKey, otherClient } = keysOf(file, problems, secrets)
  checkConnection(file, problems)
  problems.attempt(['limits'], () => checkLimits(file))
  if (problems.list.length > 0 || !signing || !profile) return undefined

  let aged = 0
  const source = { ...parts, now: () => parts.now() + aged }
  const tokenOf: TokenOf = (entry, name) => credentialOf(entry, name, source)
  return {
    name: file.name ?? new URL(file.baseUrl).hostname.replace(/[[\]]/g, ''),
    file: parts.file,
    folder: parts.folder,
    placeOf: parts.placeOf,
    profile,
    profileOverrides: file.profileOverrides,
    baseUrl: withoutSlash(file.baseUrl),
    walletAddress: file.walletAddress,
    ...(file.walletAsset ? { walletAsset: file.walletAsset } : {}),
    connection: connectionOf(file, env, secrets),
    origins: file.origins.map((origin) => new URL(origin).origin),
    signing,
    tokens: tokensOf(file.tokens, tokenOf),
    ...(otherKey ? { otherKey } : {}),
    ...(file.otherClient && otherClient
      ? { otherClient: { signing: otherClient, token: tokenOf(file.otherClient.token, 'otherClient.token') } }
      : {}),
    ...(file.otherWallet
      ? { otherWallet: { ...file.otherWallet, token: tokenOf(file.otherWallet.token, 'otherWallet.token') } }
      : {}),
    receivers: receiversOf(file.receivers, tokenOf),
    incomingPayments: file.incomingPayments,
    limits: limitsOf(file),
    ...clockOf(file),
    age: (milliseconds) => {
      aged += milliseconds
    },
    secrets,
  }
}

type TokenOf = (entry: CredentialEntry, name: string) => Credential

const tokensOf = ({ full, limited, ...others }: TokenEntries, tokenOf: TokenOf): Tokens => {
  const named = Object.entries(others).map(
    ([kind, entry]) => [kind, tokenOf(entry, `tokens.${kind}`)] as const,
  )
  const { token, debitAmount } = limited ?? {}
  return {
    full: tokenOf(full, 'tokens.full'),
    ...Object.fromEntries(named),
    ...(token !== undefined && debitAmount !== undefined
      ? { limited: { token: tokenOf(token, 'tokens.limited.token'), debitAmount: BigInt(debitAmount) } }
      : {}),
  }
}

const clockOf = ({ clock }: TargetFile): { clock?: Clock } => {
  if (clock?.command) return { clock: { kind: 'command', command: clock.command } }
  return clock?.url === undefined ? {} : { clock: { kind: 'url', url: clock.url } }
}
