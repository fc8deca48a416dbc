import type { OpenAPIV3_1 } from 'openapi-types'
import { type Catalogue, loadCatalogue } from '../../catalogue/catalogue.ts'
import type { Profile } from '../../catalogue/profile.ts'
import { loadProfile } from '../../catalogue/profiles.ts'
import { loadOpenApi } from '../../openapi/document.ts'
import { authorizationJudgings } from './authorization.ts'
import { bodyJudgings, furtherBodyJudgings } from './bodies.ts'
import { broken, type Claim, type ClaimJudging, held, needsToken, undecided } from './claim.ts'
import { clientCatalogue } from './client-catalogue.ts'
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
