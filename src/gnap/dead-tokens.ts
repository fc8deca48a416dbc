import type { GnapClient } from './client.ts'
import type { GrantedToken } from './grant-answer.ts'
import type { Requesting } from './requested-tokens.ts'
import { skipToken } from './skipped-tokens.ts'

/** Revokes the token, and makes it available as the revoked one. */
export async function putRevoked(
  token: GrantedToken,
  client: GnapClient,
  requesting: Requesting,
): Promise<void> {
  await revoke('tokens.revoked', token, client, requesting)
  requesting.grants.book.put('tokens.revoked', { value: async () => token.value })
}

/** Rotates the token, and makes its old value available. If it cannot be rotated, the place stays empty. */
export async function putRotated(
  token: GrantedToken,
  rotated: (before: GrantedToken) => Promise<GrantedToken>,
  { target, grants, note }: Requesting,
): Promise<void> {
  const why = await rotated(token).then(
    ({ value }) => (value === token.value ? 'the server gave the same value again' : undefined),
    (error: unknown) => String(Object(error).message),
  )
  if (why === undefined) return grants.book.put('tokens.rotated', { value: async () => token.value })
  skipToken('rotated', why, { target, note })
}

/**
 * Makes an expired token: moves the server's clock past its end, or makes the check that uses it wait while other work
 * goes on. A token that lives too long for that is revoked, and the place stays empty.
 */
export async function putExpired(
  token: GrantedToken,
  client: GnapClient,
  requesting: Requesting,
): Promise<void> {
  const { target, grants, wait, note } = requesting
  const { value, expiresIn } = token
  const { maxWait } = target.limits
  if (expiresIn !== undefined && (await isMovedPast(expiresIn, requesting)))
    return grants.book.put('tokens.expired', { value: async () => value })
  if (expiresIn === undefined || expiresIn > maxWait) {
    const life = expiresIn === undefined ? 'for an unknown time' : `${expiresIn / 1000} s`
    note(`tokens.expired is not used: tokens live ${life}, limits.maxWait is ${maxWait / 1000} s`)
    delete target.tokens.expired
    return revoke('tokens.expired', token, client, requesting)
  }
  const until = grants.now() + expiresIn + margin
  grants.book.put('tokens.expired', {
    value: async () => value,
    hold: async (tell) => {
      const left = Math.max(0, until - grants.now())
      const ended = left > 0 ? tell?.({ what: 'tokens.expired to expire', left }) : undefined
      await wait(left).finally(ended)
      return () => undefined
    },
  })
}

/** The milliseconds after its end when a token is certain to have expired. */
const margin = 1000

const isMovedPast = async (expiresIn: number, { advance, note }: Requesting): Promise<boolean> => {
  if (!advance) return false
  try {
    await advance(expiresIn + margin)
    return true
  } catch (error) {
    note(error instanceof Error ? error.message : String(error))
    return false
  }
}

/** Revokes a token. Reports a failure, and the end of the run tries again. */
const revoke = (
  name: string,
  token: GrantedToken,
  client: GnapClient,
  { ledger, note }: Requesting,
): Promise<void> =>
  client.revoke(token).then(
    () => ledger.gone(name),
    (error: unknown) => note(`${name} could not be revoked: ${Object(error).message}`),
  )
