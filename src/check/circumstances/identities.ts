import type { RequestDraft } from '../../http/draft.ts'
import type { Credential, Target } from '../../target-file/target.ts'
import type { Circumstance } from './circumstance.ts'

/** A token with only the rights that the request needs. */
export const otherToken: Circumstance = {
  factor: 'token',
  name: 'with a token of fewer rights',
  apply: (draft, { target }) => {
    const token = sufficientFor(draft, target.tokens)
    if (draft.token !== target.tokens.full || !token || target.contradicted?.has(token.name)) return undefined
    return { ...draft, token }
  },
}

const sufficientFor = (
  { method, operation }: RequestDraft,
  { readOnly, writeOnly }: Target['tokens'],
): Credential | undefined => {
  if (method === 'GET') return readOnly
  return operation?.startsWith('create-') ? writeOnly : undefined
}

/**
 * Payments that the server accepts are left out: their money would be missing for the checks of the limit. An invalid
 * payment costs nothing.
 */
export const limitedToken: Circumstance = {
  factor: 'token',
  name: 'with a limited token',
  apply: (draft, { target: { tokens, contradicted } }) => {
    const isPaid = draft.debits !== undefined && draft.invalid !== true
    if (isPaid || draft.token !== tokens.full || contradicted?.has('tokens.limited')) return undefined
    return tokens.limited && { ...draft, token: tokens.limited.token }
  },
}

/** The token may be valid for the wallets of receivers alone. The server may then refuse it any other request. */
const receiversToken: Circumstance = {
  factor: 'token',
  name: 'with the token that reads receivers',
  apply: (draft, { target: { tokens, receivers, contradicted } }) => {
    const { access, accessBaseUrl } = receivers
    const isRead = draft.method === 'GET' && draft.operation?.includes('incoming') === true
    if (!access || accessBaseUrl !== undefined || !isRead) return undefined
    return draft.token !== tokens.full || contradicted?.has(access.name)
      ? undefined
      : { ...draft, token: access }
  },
  isOpen: true,
}

/**
 * The circumstance does not apply if `otherKey` is the key of this client: checks sign with it, and the signature would
 * be valid.
 */
export const otherClient: Circumstance = {
  factor: 'token',
  name: 'as another client',
  apply: (draft, { target: { tokens, otherClient: other, otherKey, contradicted } }) => {
    if (!other || draft.token !== tokens.full || contradicted?.has('otherClient')) return undefined
    const isOtherKey = otherKey?.key.keyId === other.signing.key.keyId
    return isOtherKey ? undefined : { ...draft, token: other.token }
  },
}

/** Who may send a valid request instead: other tokens of the client, and another client. */
export const identities: readonly Circumstance[] = [otherToken, receiversToken, limitedToken, otherClient]
