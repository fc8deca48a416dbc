import { type Asking, type OpenedGrant, openGrant } from './consented-grant.ts'
import { GrantRefused } from './grant-errors.ts'
import type { Signer } from './ledger.ts'
import type { WantedRights } from './rights.ts'

/** A grant request: for a single token, or for several of one client. */
export interface WantedGrant {
  /** The places of the grant's tokens. */
  name: string
  signer: Signer
  tokens: readonly WantedRights[]
  /** The server's answer. Undefined until the grant is requested. */
  opened?: OpenedGrant
}

export function grantOfOne(wanted: WantedRights): WantedGrant {
  return { name: wanted.name, signer: signerOf(wanted), tokens: [wanted] }
}

/**
 * Requests as few grants as the server permits: all tokens of a client in one request (RFC 9635, section 2.1.2), or one
 * request for each token if the server refuses that. Nobody is asked for consent yet.
 */
export async function wantedGrants(
  wanted: readonly WantedRights[],
  askingFor: (grant: WantedGrant) => Asking,
): Promise<WantedGrant[]> {
  const signers = [...new Set(wanted.map(signerOf))]
  const grants = await Promise.all(
    signers.map((signer) =>
      together(
        wanted.filter((one) => signerOf(one) === signer),
        signer,
        askingFor,
      ),
    ),
  )
  return grants.flat()
}

/** Returns the client that asks for the token. */
export function signerOf({ byOther }: WantedRights): Signer {
  return byOther ? 'otherClient' : 'signing'
}

const together = async (
  tokens: readonly WantedRights[],
  signer: Signer,
  askingFor: (grant: WantedGrant) => Asking,
): Promise<WantedGrant[]> => {
  const eachAlone = (): Promise<WantedGrant[]> =>
    Promise.all(tokens.map((token) => openedAlone(grantOfOne(token), askingFor)))
  if (tokens.length < 2) return eachAlone()
  const grant = { name: tokens.map(({ name }) => name).join(', '), signer, tokens }
  const labelled = tokens.map(({ name: label, access }) => ({ label, access }))
  try {
    return [{ ...grant, opened: await openGrant(labelled, askingFor(grant)) }]
  } catch (error) {
    // Requests for single tokens repeat any other refusal, in the server's own words.
    if (error instanceof GrantRefused) return eachAlone()
    throw error
  }
}

/** Requests the grant of one token. Its refusal is thrown when the decision is asked for, because some can be done without. */
const openedAlone = async (
  grant: WantedGrant,
  askingFor: (grant: WantedGrant) => Asking,
): Promise<WantedGrant> => {
  const refused = (error: unknown): OpenedGrant => ({ asks: false, decide: () => Promise.reject(error) })
  return { ...grant, opened: await openGrant(grant.tokens, askingFor(grant)).catch(refused) }
}
