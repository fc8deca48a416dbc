import { putExpired, putRevoked, putRotated } from './dead-tokens.ts'
import type { GrantedToken } from './grant-answer.ts'
import { renewing } from './renewing.ts'
import { type Granted, keepTokens, type Requesting, requestedTokens } from './requested-tokens.ts'
import { grantOfOne, signerOf } from './wanted-grants.ts'

/** Puts a token into its place in the target file, and keeps it fresh. */
export async function putToken({ wanted, token }: Granted, requesting: Requesting): Promise<void> {
  const { name } = wanted
  const { grants, note, clients, ledger } = requesting
  const client = clients[signerOf(wanted)]
  if (token.expiresIn === undefined) {
    note(
      `${name}: the authorization server does not say when the token expires (expires_in); it is used until it is refused`,
    )
  }
  if (name === 'tokens.revoked') return putRevoked(token, client, ledger, requesting)
  const again = async (): Promise<GrantedToken | undefined> => {
    const [given] = await requestedTokens(grantOfOne(wanted), `consent for ${name}`, requesting)
    return given?.token
  }
  const rotated = async (before: GrantedToken): Promise<GrantedToken> => {
    const next = await client.rotate(before)
    keepTokens([{ wanted, token: next }], requesting)
    return next
  }
  if (name === 'tokens.expired') return putExpired(token, client, ledger, requesting)
  if (name === 'tokens.rotated') return putRotated(token, rotated, requesting)
  const renew = async (before: GrantedToken): Promise<GrantedToken | undefined> => {
    try {
      return await (before.manage === undefined && !wanted.needsConsent ? again() : rotated(before))
    } catch (error) {
      note(`${name} could not be renewed: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }
  grants.book.put(name, renewing(token, { now: grants.now, renew }))
}
