import type { OpenAPIV3_1 } from 'openapi-types'
import { type Catalogue, loadCatalogue } from '../../catalogue/catalogue.ts'
import type { Profile } from '../../catalogue/profile.ts'
import { loadProfile } from '../../catalogue/profiles.ts'
import type { Requirement } from '../../catalogue/requirement.ts'
import { loadOpenApi } from '../../openapi/document.ts'
import { authorizationJudgings } from './authorization.ts'
import { bodyJudgings, furtherBodyJudgings } from './bodies.ts'
import { broken, type Claim, type ClaimJudging, held, needsToken, undecided } from './claim.ts'
import { publishedRequestJudgings } from './published-requests.ts'
import type { ReadRequest } from './request.ts'
import { signatureJudgings } from './signatures.ts'
import { stateJudgings } from './state.ts'

/** The documents that clients are judged by. */
export interface ClientSpecification {
  profile: Profile
  openapi: OpenAPIV3_1.Document
  /** The requirements that bind the client; see `clientCatalogue`. */
  catalogue: Catalogue
}

/** Loads the documents of a profile. Throws a ConfigurationError if there is no such profile. */
export function clientSpecification(name: string): ClientSpecification {
  const profile = loadProfile(name)
  const catalogue = clientCatalogue(loadCatalogue(profile.name))
  return { profile, openapi: loadOpenApi(profile.name), catalogue }
}

/** Returns a claim for each requirement of the client. Throws if nothing judges a requirement. */
export function clientClaims({ profile, openapi, catalogue }: ClientSpecification): Claim[] {
  const judgings: Record<string, ClaimJudging> = {
    ...bodyJudgings(openapi, catalogue),
    ...furtherBodyJudgings,
    ...signatureJudgings,
    ...tokenJudgings(profile),
    ...authorizationJudgings(),
    ...publishedRequestJudgings(openapi, profile),
    ...stateJudgings,
  }
  return [...catalogue.values()].map((requirement): Claim => {
    const judging = judgings[requirement.id]
    if (!judging) throw new Error(`nothing judges ${requirement.id}, which binds the client`)
    const { on = () => profile.operations, ...rest } = judging
    return { requirement: requirement.id, operations: on(profile), ...rest }
  })
}

const credentialsIn = ({
  message: { headers },
}: ReadRequest): { scheme: string; token: string } | undefined => {
  const [, scheme, token] = /^(\S+) +(\S.*)$/.exec(headers['authorization']?.trim() ?? '') ?? []
  return scheme === undefined || token === undefined ? undefined : { scheme, token }
}

/** Returns how each duty of a client about its tokens is judged, by requirement. */
function tokenJudgings({ authorizationScheme }: Profile): Readonly<Record<string, ClaimJudging>> {
  return {
    'client.token.carried': {
      shownBy: 'a request of the client',
      on: needsToken,
      judge: (request) => {
        const want = `an authorization header with ${authorizationScheme} and a token`
        const { authorization } = request.message.headers
        const credentials = credentialsIn(request)
        if (credentials?.scheme.toLowerCase() === authorizationScheme.toLowerCase()) return held(want)
        return broken(want, authorization === undefined ? 'no authorization header' : 'one of another form')
      },
    },
    'client.token.from-authorization-server': {
      shownBy: 'a request with a token that the client got through a grant',
      judge: (request, { isGranted }) => {
        const want = 'a token that the authorization server issued'
        const credentials = credentialsIn(request)
        if (!credentials) return undefined
        if (isGranted(credentials.token)) return held(want)
        const { refusal, status } = request
        if (refusal?.requirement === 'token.known') return broken(want, 'a token that it never issued')
        return status === 401 && !refusal ? undecided(want) : undefined
      },
    },
  }
}

/**
 * The requirements that bind the client. Unlike in a run against a server, a requirement counts even if no response can
 * show it, so `untested` and `later` are dropped. Notes bind nobody and are left out.
 */
export function clientCatalogue(catalogue: Catalogue): Catalogue {
  return new Map(
    [...catalogue]
      .filter(([, { actor, level }]) => actor === 'client' && level !== 'note')
      .map(([id, { untested: _, later: __, ...requirement }]) => [
        id,
        { ...requirement, happened: `The client ${did[id] ?? sent(requirement)}` },
      ]),
  )
}

/** The client sent a request that a server must refuse, and so broke the requirement. */
const sent = ({ says }: Requirement): string =>
  `sent ${says.charAt(0).toLowerCase()}${says.slice(1).replace(/ (?:is|are) refused\b(.*)\.$/, '$1')}`

/** Descriptions of what a client did that broke a requirement, where no server has to refuse it or a shorter sentence says it. */
const did: Readonly<Record<string, string>> = {
  'create-quote.amounts.exclusive': 'sent both amounts',
  'create-quote.amounts.exclusive-fixed': 'sent both amounts, to a receiver with an incomingAmount',
  'client.bodies-are-json': 'sent a body that is not JSON',
  'client.bodies.none-on-get': 'sent a GET request with a body',
  'client.bodies.fields-listed': 'sent a field that the specification does not list',
  'client.bodies.media-type': 'sent a body with a content type other than application/json',
  'client.list.wallet-address': 'requested a list without naming the wallet address',
  'client.quote.amount-on-open-receiver': 'sent no amount, to a receiver without incomingAmount',
  'client.token.carried': 'sent a request without an access token in its authorization header',
  'client.token.from-authorization-server': 'sent a token that no authorization server issued',
  'client.signature.made': 'sent a request without a signature',
  'client.signature.label-unique': 'used a label of Signature-Input twice',
  'client.signature.algorithm': 'signed with an algorithm other than the alg of its key',
  'client.signature.structured-field': 'sent a Signature-Input or Signature that is not a Dictionary',
  'client.signature.verifies': 'sent a signature that does not verify',
  'client.digest.of-body': 'sent a Content-Digest of other bytes than its body',
  'client.authorization.signed': 'sent a request to the authorization server without a valid signature',
  'client.authorization.grant-request': 'sent an invalid grant request',
  'client.authorization.keys': 'named a wallet address that does not publish its key',
  'client.authorization.nonce': 'used a nonce for a second grant request',
  'client.authorization.wait': 'continued a grant too early',
  'client.authorization.interact-ref': 'continued a grant without the interact_ref of the redirect',
  'client.authorization.token': 'continued a grant, or managed a token, at another URL or with another token',
  'signature.covers.method': 'sent a signature that does not cover @method',
  'signature.covers.target-uri': 'sent a signature that does not cover @target-uri',
  'signature.covers.authorization': 'sent a signature that does not cover the authorization header',
  'signature.covers.content-digest': 'sent a body whose digest the signature does not cover',
  'signature.digest.present': 'sent a body without a Content-Digest',
  'signature.keyid.equals-kid': 'sent a keyid that is not the kid of its key',
}
