import { receiverKinds } from '../core/receiver.ts'
import {
  type AnyTokenKind,
  isLimited,
  type TokenKindFacts,
  tokenFacts,
  tokenKindAt,
} from '../core/token-kinds.ts'
import type { Target } from '../target-file/target.ts'
import { type AccessItem, missingLimits } from './access.ts'
import type { GrantedToken } from './grant-answer.ts'
import type { GrantRefused } from './grant-errors.ts'
import type { WantedRights } from './rights.ts'

/** A kind of token that a run can do without. */
type Kind = Exclude<AnyTokenKind, 'full'>

interface Skipping {
  target: Target
  note: (text: string) => void
}

/** Returns the kind of a token that the run can do without, or undefined if the run needs it. */
export function dispensableKind({ name }: Pick<WantedRights, 'name'>): Kind | undefined {
  const kind = tokenKindAt(name)
  const { dispensable }: Partial<TokenKindFacts> = kind ? tokenFacts[kind] : {}
  return dispensable && kind !== 'full' ? kind : undefined
}

/** Returns true if the server refuses the requested rights. False if it refuses the client, or if a person declined. */
export function isOfRights({ status, code }: GrantRefused): boolean {
  return status < 500 && status !== 401 && !['request_denied', 'too_fast', 'invalid_client'].includes(code)
}

/** Removes a token from the target, so that the checks that need it are skipped. */
export function skipToken(kind: Kind, why: string, { target, note }: Skipping): void {
  note(`tokens.${kind} is not used: ${why}`)
  delete target.tokens[kind]
}

/** Removes from the target what a token that is not requested would be for. */
export function leaveOut(target: Target, place: string): void {
  const kind = tokenKindAt(place)
  if (kind && kind !== 'full') delete target.tokens[kind]
  if (place === target.otherClient?.token.name) delete target.otherClient
  if (place === target.otherWallet?.token.name) delete target.otherWallet
  const { receivers } = target
  if (place === receivers.access?.name) delete receivers.access
  for (const each of receiverKinds) {
    const source = receivers.sources[each]
    if (source?.kind === 'create' && source.token.name === place) delete receivers.sources[each]
  }
}

/**
 * Leaves a token out if it was granted without its limits, because it shows nothing about limits. Returns true if the
 * token is used.
 */
export function hasItsLimits(
  { name, access }: { name: string; access: readonly AccessItem[] },
  token: GrantedToken,
  skipping: Skipping,
): boolean {
  const kind = tokenKindAt(name)
  if (!kind || !isLimited(kind)) return true
  const missing = missingLimits(access, token.access)
  if (missing.length === 0) return true
  skipToken(kind, `the authorization server granted it without its limits (${missing.join(', ')})`, skipping)
  return false
}
