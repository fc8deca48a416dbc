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

/** The documents that clients are judged by. */
export interface ClientSpecification {
  profile: Profile
  openapi: OpenAPIV3_1.Document
  /** The requirements that bind the client; see `clientCatalogue`. */
  catalogue: Catalogue
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
 * Judges a duty that depends on the server's state, such as whether a receiver is known. Here the server's word counts:
 * the duty is broken if the server refused a request because of it, and held if the server served a request that it
 * applies to.
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

/** Returns the bodies that a duty is about: those with the field that the id names. */
const subjectOf = ([part = '', detail]: string[]): DutySubject => {
  if (part === 'amounts' && detail === 'exclusive')
    return { words: ' with an amount', to: (body) => amounts(body) > 0 }
  if (part === 'amounts') return { words: ' without an amount', to: (body) => amounts(body) === 0 }
  const field =
    part === 'direct' ? 'incomingPayment' : part.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return { words: ` with ${field}`, to: (body) => Object.hasOwn(body, field) }
}
