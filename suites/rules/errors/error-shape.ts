import type { OpenAPIV3_1 } from 'openapi-types'
import type { Profile } from '../../../src/catalogue/profile.ts'
import type { PassiveCheck, TestedClaim } from '../../../src/check/kinds/passive.ts'
import { isObject } from '../../../src/core/json.ts'
import { onceFor } from '../../../src/core/once.ts'
import { type OperationId, operationIds } from '../../../src/core/operations.ts'
import { type Specification, schemaClaims } from '../../../src/judge/answers.ts'
import { operationsIn } from '../../../src/openapi/document.ts'
import { nameOf } from '../../../src/openapi/places.ts'
import { specificationOf } from '../../support/specification.ts'

/** Looks up the named schema of the body for a status of an operation. Undefined if the profile's document has none. */
type SchemaOf = (operation: OperationId, status: number) => string | undefined

const errorSchemas = (document: OpenAPIV3_1.Document): { names: string[]; schemaOf: SchemaOf } => {
  const byAnswer = new Map<string, string>()
  for (const { id, operation } of operationsIn(document)) {
    for (const [status, answer] of Object.entries(operation.responses ?? {})) {
      const name = status.startsWith('4') ? bodyOf(document, answer) : undefined
      if (name !== undefined) byAnswer.set(`${id} ${status}`, name)
    }
  }
  return {
    names: [...new Set(byAnswer.values())],
    schemaOf: (operation, status) => byAnswer.get(`${operation} ${status}`),
  }
}

const bodyOf = (document: OpenAPIV3_1.Document, answer: unknown): string | undefined => {
  const shared = isObject(answer) ? nameOf(answer) : undefined
  const whole: unknown = shared === undefined ? answer : document.components?.responses?.[shared]
  const content = isObject(whole) && isObject(whole['content']) ? whole['content']['application/json'] : {}
  return isObject(content) && isObject(content['schema']) ? nameOf(content['schema']) : undefined
}

const judgedBy = onceFor(({ openapi, requirements }: Specification) => {
  const { names, schemaOf } = errorSchemas(openapi)
  return { ...schemaClaims(openapi.components?.schemas ?? {}, names, requirements), names, schemaOf }
})

const judgeOf = (profile: Profile) => judgedBy(specificationOf(profile))

/** Judges JSON bodies that the profile's document describes. Another rule claims that a body is JSON. */
export const errorBodiesHaveTheirShape: PassiveCheck = {
  id: 'rules/error-bodies-have-their-shape',
  title: 'The body of a refusal has the described shape',
  detects: 'error-without-code',
  claims: (profile) => {
    const { names, claims } = judgeOf(profile)
    return names.length > 0 ? claims : []
  },
  operations: [...operationIds],
  otherwise: 'a refusal with a JSON body: the server returned none',
  start: ({ profile }) => {
    const { schemaOf, judge } = judgeOf(profile)
    return ({ exchange: { operation, response }, json }): TestedClaim[] => {
      const name = operation && response && schemaOf(operation, response.status)
      return name === undefined || json === undefined ? [] : judge(name, json)
    }
  },
}
