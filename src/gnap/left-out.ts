import { type LimitedKind, limitedKinds, type Target } from '../target-file/target.ts'
import { type AccessItem, missingLimits } from './access.ts'
import type { GrantedToken } from './grant-answer.ts'
import type { GrantRefused } from './grant-errors.ts'
import type { WantedRights } from './rights.ts'

/** Tokens that few checks need. If the server refuses one, the run goes on without it. */
const further = ['rotated', 'ownOnly', 'limitedPerInterval', 'limitedReceive', 'limitedToReceiver'] as const

type Kind = (typeof further)[number] | LimitedKind

interface Leaving {
  target: Target
  note: (text: string) => void
}

/** Returns the kind of a token that the run can do without, or undefined if the run needs it. */
export function furtherKind({ name }: Pick<WantedRights, 'name'>): Kind | undefined {
  return kindIn(further, name)
}

/** Returns true if the server refuses the requested rights. False if it refuses the client, or if a person declined. */
export function isOfRights({ status, code }: GrantRefused): boolean {
  return status < 500 && status !== 401 && !['request_denied', 'too_fast', 'invalid_client'].includes(code)
}

/** Removes a token from the target, so that the checks that need it are skipped. */
export function leaveOut(kind: Kind, why: string, { target, note }: Leaving): void {
  note(`tokens.${kind} is not used: ${why}`)
  delete target.tokens[kind]
}

/**
 * Leaves a token out if it was granted without its limits, because it shows nothing about limits. Returns true if the
 * token is used.
 */
export function hasItsLimits(
  { name, access }: { name: string; access: readonly AccessItem[] },
  token: GrantedToken,
  leaving: Leaving,
): boolean {
  const kind = kindIn(limitedKinds, name)
  const missing = kind ? missingLimits(access, token.access) : []
  if (!kind || missing.length === 0) return true
  leaveOut(kind, `the authorization server granted it without its limits (${missing.join(', ')})`, leaving)
  return false
}

const kindIn = <K extends Kind>(kinds: readonly K[], name: string): K | undefined =>
  kinds.find((kind) => name === `tokens.${kind}` || name === `tokens.${kind}.token`)
