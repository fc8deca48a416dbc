import type { OpenAPIV3_1 } from 'openapi-types'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Profile } from '../../catalogue/profile.ts'
import type { Requirement } from '../../catalogue/requirement.ts'
import { isObject } from '../../core/json.ts'
import { type OperationId, operationIds } from '../../core/operations.ts'
import { authorizationJudgings } from './authorization.ts'
import { bodyJudgings, furtherBodyJudgings } from './bodies.ts'
import { broken, type Claim, type ClaimJudging, held, judged, needsToken } from './claim.ts'
import { publishedRequestJudgings } from './published-requests.ts'
import type { ReadRequest } from './request.ts'
import { signatureJudgings } from './signatures.ts'

/** What clients are judged by. */
export interface ClientSpecification {
  profile: Profile
  openapi: OpenAPIV3_1.Document
  /** What binds the client; see `clientCatalogue`. */
  catalogue: Catalogue
}

/** How each requirement of the client is judged. Throws where one cannot be. */
export function clientClaims({ profile, openapi, catalogue }: ClientSpecification): Claim[] {
  const judgings: Record<string, ClaimJudging> = {
    ...bodyJudgings(openapi, catalogue),
    ...furtherBodyJudgings,
    ...signatureJudgings,
    ...tokenJudgings(profile),
    ...authorizationJudgings(),
    ...publishedRequestJudgings(openapi, profile),
  }
  return [...catalogue.values()].map((requirement): Claim => {
    const judging = judgings[requirement.id] ?? stateJudging(requirement)
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

/** What binds a client in its tokens, by requirement. */
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
      judge: (request, { originOf }) => {
        const credentials = credentialsIn(request)
        const origin = credentials && originOf(credentials.token)
        if (!credentials || origin === 'given') return undefined
        return judged(
          'a token that the authorization server issued',
          origin === 'granted' ? undefined : 'a token that it never issued',
        )
      },
    },
  }
}

/**
 * What depends on what the server has, such as whether a receiver is known: there the server's word counts. The duty is
 * broken where the server refused a request for its sake, and kept where it served one that it applies to.
 */
function stateJudging({ id }: Requirement): ClaimJudging | undefined {
  const [operation, ...rest] = id.split('.')
  const own = operationIds.find((name) => name === operation)
  if (!own) return undefined
  const applies = subjectOf(rest)
  return {
    shownBy: `${own}${applies.words} by the client`,
    on: () => [own as OperationId],
    judge: ({ refusal, accepted, json }) => {
      if (refusal?.requirement === id)
        return broken('nothing that the server must refuse', refusal.description)
      return accepted && applies.to(isObject(json) ? json : {}) ? held('served') : undefined
    },
  }
}

interface DutySubject {
  words: string
  to: (body: Record<string, unknown>) => boolean
}

const amounts = (body: Record<string, unknown>): number =>
  ['debitAmount', 'receiveAmount'].filter((field) => Object.hasOwn(body, field)).length

/** Which bodies a duty is about: those that have the field which the id names. */
const subjectOf = ([part = '', detail]: string[]): DutySubject => {
  if (part === 'amounts' && detail === 'exclusive')
    return { words: ' with an amount', to: (body) => amounts(body) > 0 }
  if (part === 'amounts') return { words: ' without an amount', to: (body) => amounts(body) === 0 }
  const field =
    part === 'direct' ? 'incomingPayment' : part.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return { words: ` with ${field}`, to: (body) => Object.hasOwn(body, field) }
}
