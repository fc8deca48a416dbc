import type { OpenAPIV3_1 } from 'openapi-types'
import type { Profile } from '../catalogue/profile.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import type { PassiveCheck, Seen, TestedClaim } from '../check/kinds/passive.ts'
import type { Needs } from '../check/needs/need.ts'
import type { RecordedResponse } from '../core/events.ts'
import { jsonBreaksAfter } from '../core/json.ts'
import { onceFor } from '../core/once.ts'
import type { OperationId } from '../core/operations.ts'
import { operationsIn } from '../openapi/document.ts'
import { formAmong, formsIn, publicForm, requirementsByPointer, underOurNames } from '../openapi/forms.ts'
import { pointersOf } from '../openapi/places.ts'
import { createSchemaJudge, optionalNull } from './schema-claims.ts'

/** The name, the needs and the fault of a check of the responses of the operation that its id names. */
export interface AnswersCheck {
  id: `answers/${OperationId}`
  title: string
  detects: string
  needs?: Needs | undefined
  otherwise?: string
}

/** The part of a profile that specifies responses. */
export interface Specification {
  openapi: OpenAPIV3_1.Document
  requirements: ReadonlyMap<string, Requirement>
}

const bodiesAreJson = 'service.bodies-are-json'
const optionalsAreNotNull = 'service.optional-fields.not-null'

/**
 * Creates a check of an operation's accepted responses. Each must have the specified status, be JSON, and have the
 * fields that the specification claims: their presence, type, format and limits.
 */
export function answersOf(
  check: AnswersCheck,
  specificationOf: (profile: Profile) => Specification,
): PassiveCheck {
  const operation = check.id.slice('answers/'.length) as OperationId
  const judgedBy = onceFor((specification: Specification) => judgeOf(operation, specification))
  return {
    ...check,
    claims: (profile) =>
      profile.operations.includes(operation) ? judgedBy(specificationOf(profile)).claims : [],
    operations: [operation],
    start: ({ profile }) => {
      const { statusClaim, status, claimsOn } = judgedBy(specificationOf(profile))
      return (seen) => {
        if (!seen.accepted || seen.exchange.operation !== operation) return []
        const shown = [statusShown(statusClaim, status, seen), jsonShown(seen)]
        return seen.json === undefined ? shown : [...shown, ...claimsOn(seen.json, profile)]
      }
    },
  }
}

/** Prepares the judge of an operation's accepted responses for one specification. */
const judgeOf = (operation: OperationId, { openapi, requirements }: Specification) => {
  const { status, forms } = successOf(openapi, operation)
  const schemas: Record<string, unknown> = openapi.components?.schemas ?? {}
  const statusClaim = `${operation}.status.${status}`
  const formOf = formAmong(schemas, forms)
  const { claims, judge } = schemaClaims(schemas, forms, requirements)
  return {
    status,
    statusClaim,
    claims: [statusClaim, bodiesAreJson, optionalsAreNotNull, ...claims],
    claimsOn: (value: unknown, profile: Profile): TestedClaim[] => {
      const renamed = forms.includes(publicForm) ? underOurNames(value, profile, schemas) : value
      return judge(formOf(renamed), renamed).map((shown) => underTheirName(shown, profile))
    },
  }
}

/** Names a missing field as the server is to name it. */
const underTheirName = (shown: TestedClaim, { publicAuthServer }: Profile): TestedClaim =>
  shown.want === 'must have authServer' ? { ...shown, want: `must have ${publicAuthServer}` } : shown

/** Returns the catalogue's claims on values of these named schemas, and a judge of such values. */
export function schemaClaims(
  schemas: Record<string, unknown>,
  names: readonly string[],
  requirements: Specification['requirements'],
): { claims: string[]; judge: (name: string, value: unknown) => TestedClaim[] } {
  const byPointer = requirementsByPointer(requirements).set(optionalNull, optionalsAreNotNull)
  const judge = createSchemaJudge(schemas, (pointer) => byPointer.has(pointer))
  const pointers = names.flatMap((name) => pointersOf(schemas, name))
  return {
    claims: [...new Set(pointers.flatMap((pointer) => byPointer.get(pointer) ?? []))],
    judge: (name, value) =>
      judge(name, value).flatMap(({ pointer, held, want, got }) => {
        const requirement = byPointer.get(pointer)
        return requirement === undefined ? [] : [{ requirement, held, want, got }]
      }),
  }
}

const statusShown = (requirement: string, status: string, { exchange }: Seen): TestedClaim => {
  const came = String(exchange.response?.status)
  return { requirement, held: came === status, want: `status ${status}`, got: `status ${came}` }
}

const jsonShown = ({ json, exchange }: Seen): TestedClaim => ({
  requirement: bodiesAreJson,
  held: json !== undefined,
  want: 'a JSON body',
  got: json === undefined ? bodyInWords(exchange.response) : 'JSON',
})

/**
 * Describes a body that is not JSON by how it ended, or by its headers and the place of the mistake. The encoding is
 * mentioned because the request did not ask for one.
 */
export function bodyInWords({ headers, incomplete, body = '' }: Partial<RecordedResponse> = {}): string {
  if (incomplete !== undefined) return `a body that ${incomplete}`
  const type = headers?.['content-type'] ?? 'no content type'
  const encoding = headers?.['content-encoding']
  if (encoding !== undefined) return `a body of ${type}, in content-encoding ${encoding}`
  const at = /json/i.test(type) ? jsonBreaksAfter(body) : undefined
  if (at === undefined) return `a body of ${type}`
  const what = at === body.length ? 'breaks off' : 'has a mistake'
  return `a body of ${type}, whose JSON ${what} after ${at} of ${body.length} characters`
}

/** Returns the status of success and the named schemas of its body. A body may have several forms. */
const successOf = (
  openapi: OpenAPIV3_1.Document,
  operation: OperationId,
): { status: string; forms: string[] } => {
  const documented = operationsIn(openapi).find(({ id }) => id === operation)
  const responses = Object.entries(documented?.operation.responses ?? {})
  const success = responses.find(([status]) => status.startsWith('2'))
  if (!success) throw new Error(`the specification has no success response for ${operation}`)
  return { status: success[0], forms: formsIn(success[1]) }
}
