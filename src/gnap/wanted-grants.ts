import { type Asking, type Decide, openGrant } from './consented-grant.ts'
import { GrantRefused } from './grant-errors.ts'
import type { Signer } from './ledger.ts'
import type { WantedRights } from './rights.ts'

/** One grant request: for one token, or for several of one client. */
export interface WantedGrant {
  /** The places of its tokens. */
  name: string
  signer: Signer
  tokens: readonly WantedRights[]
  /** Present once it is requested and waits for a person. */
  decide?: Decide
}

export function grantOfOne(wanted: WantedRights): WantedGrant {
  return { name: wanted.name, signer: signerOf(wanted), tokens: [wanted] }
}

/**
 * As few grants as the server takes: all tokens of a client in one request (RFC 9635, section 2.1.2), or one request for each if
 * it refuses that. Nobody is asked yet.
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

/** Which client asks for it. */
export function signerOf({ byOther }: WantedRights): Signer {
  return byOther ? 'otherClient' : 'signing'
}

const together = async (
  tokens: readonly WantedRights[],
  signer: Signer,
  askingFor: (grant: WantedGrant) => Asking,
): Promise<WantedGrant[]> => {
  if (tokens.length < 2) return tokens.map(grantOfOne)
  const grant = { name: tokens.map(({ name }) => name).join(', '), signer, tokens }
  const labelled = tokens.map(({ name: label, access }) => ({ label, access }))
  try {
    return [{ ...grant, decide: await openGrant(labelled, askingFor(grant)) }]
  } catch (error) {
    // Whatever is wrong beside that is refused again, in its own words.
    if (error instanceof GrantRefused) return tokens.map(grantOfOne)
    throw error
  }
}
