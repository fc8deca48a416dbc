import type { Environment } from '../core/environment.ts'
import { keepSecret } from '../target-file/keys/secrets.ts'
import type { Grants, Target } from '../target-file/target.ts'
import { missingRights } from './access.ts'
import type { GnapClient } from './client.ts'
import { type Asking, type Consent, type OpenedGrant, openGrant } from './consented-grant.ts'
import type { GrantAnswer, GrantedToken } from './grant-answer.ts'
import { fewerRights, GrantRefused, sentenceOf, withoutToken } from './grant-errors.ts'
import type { LedgerToken, Signer, TokenLedger } from './ledger.ts'
import type { WantedRights } from './rights.ts'
import { dispensableKind, hasItsLimits, isOfRights, skipToken } from './skipped-tokens.ts'
import { grantOfOne, signerOf, type WantedGrant } from './wanted-grants.ts'

export interface Requesting extends Pick<Environment, 'now' | 'wait' | 'signal'> {
  target: Target
  grants: Grants
  consent: Consent
  /** Receives remarks on odd things. */
  note: (text: string) => void
  clients: Record<Signer, GnapClient>
  ledger: TokenLedger
  /** Moves the server's time forward by a number of milliseconds. Undefined if the time must not be moved. */
  advance?: ((milliseconds: number) => Promise<unknown>) | undefined
}

export interface Granted {
  wanted: WantedRights
  token: GrantedToken
}

/**
 * Requests the tokens of a grant, with the consent of a person if the server wants it. Each token is added to the
 * ledger.
 */
export async function requestedTokens(
  grant: WantedGrant,
  title: string,
  requesting: Requesting,
): Promise<Granted[]> {
  const { clients, note } = requesting
  const client = clients[grant.signer]
  try {
    const { decide } = grant.opened ?? (await opened(grant, requesting))
    const answer = await decide(title)
    const given = grantedIn(answer, grant)
    if (given.length === grant.tokens.length) return kept(given, grant, requesting)
    await Promise.all(answer.tokens.map((token) => client.revoke(token).catch(() => undefined)))
    if (grant.tokens.length === 1) throw withoutToken(grant.name)
    note(
      `the authorization server gave ${given.length} of ${grant.tokens.length} tokens of one grant; each is asked for by itself`,
    )
  } catch (error) {
    if (error instanceof GrantRefused) {
      const [only] = grant.tokens
      const kind = only && grant.tokens.length === 1 ? dispensableKind(only) : undefined
      if (kind && isOfRights(error)) {
        skipToken(kind, error.message, requesting)
        return []
      }
      const { walletAddress } = client
      throw sentenceOf(error, grant.name, { walletAddress, now: requesting.now().getTime() })
    }
    throw error
  }
  const each = await Promise.all(
    grant.tokens.map((one) => requestedTokens(grantOfOne(one), `consent for ${one.name}`, requesting)),
  )
  return each.flat()
}

const opened = async (grant: WantedGrant, requesting: Requesting): Promise<OpenedGrant> => {
  const asking = askingFor(grant, requesting)
  const { tokens } = grant
  if (tokens.some(({ needsConsent }) => needsConsent)) return openGrant(tokens, asking)
  // The request goes out without a person first. It involves one only if the server insists.
  try {
    const answer = await asking.client.request(tokens)
    return { asks: false, decide: async () => answer }
  } catch (error) {
    const insists = error instanceof GrantRefused && /interact/i.test(`${error.code} ${error.message}`)
    if (!insists || asking.client.walletAddress === undefined) throw error
    return openGrant(tokens, asking)
  }
}

export function askingFor({ name, signer }: WantedGrant, requesting: Requesting): Asking {
  const { target, grants, clients, ledger } = requesting
  return {
    ...requesting,
    name,
    client: clients[signer],
    patience: grants.consentTimeout,
    pending: ({ uri, token }) => {
      keepSecret(target.secrets, name, token)
      ledger.pending({ name, signer, uri, token })
    },
  }
}

/** Matches the granted tokens with those that were asked for, by their labels. */
const grantedIn = ({ tokens }: GrantAnswer, { tokens: wanted }: WantedGrant): Granted[] => {
  const [only] = wanted
  if (only && wanted.length === 1) return tokens.slice(0, 1).map((token) => ({ wanted: only, token }))
  return wanted.flatMap((one) => {
    const token = tokens.find(({ label }) => label === one.name)
    return token ? [{ wanted: one, token }] : []
  })
}

const kept = (given: readonly Granted[], { name }: WantedGrant, requesting: Requesting): Granted[] => {
  keepTokens(given, requesting, name)
  return given.filter(({ wanted, token }) => {
    const missing = token.access.length === 0 ? [] : missingRights(wanted.access, token.access)
    if (missing.length === 0) return hasItsLimits(wanted, token, requesting)
    const kind = dispensableKind(wanted)
    if (!kind) throw fewerRights(wanted.name, missing)
    skipToken(kind, `the grant lacks rights that were asked for (${missing.join('; ')})`, requesting)
    return false
  })
}

/**
 * Puts tokens into the ledger, so that they are revoked at the end. `giver` is the name of the grant that gave them.
 */
export function keepTokens(
  given: readonly Granted[],
  { target, grants, ledger }: Pick<Requesting, 'target' | 'grants' | 'ledger'>,
  giver?: string,
): void {
  const since = grants.now()
  for (const { wanted, token } of given) {
    keepSecret(target.secrets, wanted.name, token.value)
    if (token.grant) keepSecret(target.secrets, wanted.name, token.grant.token)
  }
  ledger.granted(
    given.map(({ wanted, token: { value, manage, expiresIn, grant } }): LedgerToken => {
      const expires = expiresIn === undefined ? {} : { expiresAt: since + expiresIn }
      return {
        name: wanted.name,
        signer: signerOf(wanted),
        access: wanted.access,
        since,
        value,
        ...(manage === undefined ? {} : { manage }),
        ...(grant && { grant }),
        ...expires,
      }
    }),
    giver,
  )
}
