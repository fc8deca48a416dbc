import type { OpenAPIV3_1 } from 'openapi-types'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { isObject } from '../check/resource.ts'
import { createSchemaJudge, type SchemaClaim } from '../judge/schema-claims.ts'
import { fieldNames, pointersOf } from '../judge/schema-places.ts'
import { onceFor } from '../once.ts'
import type { OperationId } from '../operations.ts'
import { broken, held, type Judging, judged } from './claim.ts'
import type { ReadRequest } from './request.ts'

/** Where spec/openapi.yaml states what an amount that is sent has to be; its entries there are those of answers. */
const amountsSent: Readonly<Record<string, string>> = {
  'Amount.value.required': 'amount.sent.value.required',
  'Amount.value': 'amount.sent.value.uint64',
  'Amount.assetCode.required': 'amount.sent.asset-code.required',
  'Amount.assetCode': 'amount.sent.asset-code.string',
  'Amount.assetScale.required': 'amount.sent.asset-scale.required',
  'Amount.assetScale': 'amount.sent.asset-scale.integer',
  'Amount.assetScale.maximum': 'amount.sent.asset-scale.limit',
}

/** What binds a client in the fields of its bodies, by requirement: read out of the schemas of the specification. */
export const bodyJudgings = (
  openapi: OpenAPIV3_1.Document,
  catalogue: Catalogue,
): Record<string, Judging> => {
  const schemas: Record<string, unknown> = openapi.components?.schemas ?? {}
  const requirements = requirementsByPointer(catalogue)
  const judge = createSchemaJudge(schemas, (pointer) => requirements.has(pointer))
  const claimsOf = onceFor((request: ReadRequest): readonly SchemaClaim[] => {
    const form = formOf(request.json, forms.get(request.operation) ?? [], schemas)
    return form === undefined ? [] : judge(form, request.json)
  })
  const forms = formsByOperation(openapi)
  const found: Record<string, Judging> = {}
  for (const [pointer, requirement] of requirements) {
    const operations = [...forms].flatMap(([operation, its]) =>
      its.some((form) => pointersOf(schemas, form).includes(pointer)) ? [operation] : [],
    )
    if (operations.length === 0 || found[requirement]) continue
    found[requirement] = {
      shownBy: shownBy(operations, pointer),
      on: () => operations,
      judge: (request) => {
        const own = claimsOf(request).filter((claim) => requirements.get(claim.pointer) === requirement)
        const flaw = own.find((claim) => !claim.held)
        if (flaw) return broken(flaw.want, flaw.got)
        return own[0] && held(own[0].want)
      },
    }
  }
  return found
}

/** What says which of its two variants a payment is. */
const variantFields = (json: unknown): string[] | undefined =>
  isObject(json)
    ? ['quoteId', 'incomingPayment', 'debitAmount'].filter((field) => Object.hasOwn(json, field))
    : undefined

/** The client's other duties in bodies, by requirement. */
export const furtherBodyJudgings: Readonly<Record<string, Judging>> = {
  'client.bodies-are-json': {
    shownBy: 'a request of the client with a body',
    judge: ({ hasBody, json }) =>
      hasBody ? judged('a body in JSON', json === undefined ? 'one that is no JSON' : undefined) : undefined,
  },
  'create-outgoing-payment.variants.both': {
    shownBy: 'create-outgoing-payment by the client',
    on: () => ['create-outgoing-payment'],
    judge: ({ json }) => {
      const given = variantFields(json)
      const want = 'a quoteId, or an incomingPayment with a debitAmount'
      return given && judged(want, given.length === 3 ? given.join(', ') : undefined)
    },
  },
  'create-outgoing-payment.variants.neither': {
    shownBy: 'create-outgoing-payment by the client',
    on: () => ['create-outgoing-payment'],
    judge: ({ json }) => {
      const given = variantFields(json)
      const want = 'a quoteId, or an incomingPayment with a debitAmount'
      return given && judged(want, given.length === 0 ? 'none of them' : undefined)
    },
  },
}

const requirementsByPointer = (catalogue: Catalogue): Map<string, string> =>
  new Map([
    ...Object.entries(amountsSent).filter(([, id]) => catalogue.has(id)),
    ...[...catalogue.values()].flatMap(({ id, schema = [] }) =>
      schema.map((pointer) => [pointer, id] as const),
    ),
  ])

const shownBy = (operations: readonly OperationId[], pointer: string): string => {
  const [, field, keyword] = pointer.split('.')
  const named =
    field === undefined || keyword === 'required' || pointer.startsWith('Amount.') ? '' : ` with ${field}`
  const what = pointer.startsWith('Amount.') ? ' with an amount' : named
  return `${operations.join(' or ')}${what} by the client`
}

/** The schemas that the body of an operation may have. */
const formsByOperation = (openapi: OpenAPIV3_1.Document): ReadonlyMap<OperationId, string[]> =>
  new Map(
    Object.values(openapi.paths ?? {})
      .flatMap((path): unknown[] => Object.values(path ?? {}))
      .filter(isObject)
      .flatMap(({ operationId, requestBody }) => {
        const forms = formsIn(requestBody)
        return forms.length > 0 ? [[operationId as OperationId, forms] as const] : []
      }),
  )

const formsIn = (requestBody: unknown): string[] => {
  const content = isObject(requestBody) && isObject(requestBody['content']) ? requestBody['content'] : {}
  const json = isObject(content['application/json']) ? content['application/json'] : {}
  const schema = isObject(json['schema']) ? json['schema'] : {}
  const options: unknown[] = Array.isArray(schema['oneOf']) ? schema['oneOf'] : [schema]
  return options
    .filter(isObject)
    .flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref.split('/').at(-1) ?? ''] : []))
}

/** The form that a body is meant to have: the first of which it has a field that no other form has, else the first. */
const formOf = (
  body: unknown,
  forms: readonly string[],
  schemas: Record<string, unknown>,
): string | undefined => {
  const isMeant = (form: string): boolean => {
    const others = forms.filter((other) => other !== form).flatMap((other) => fieldNames(schemas, other))
    return fieldNames(schemas, form).some(
      (field) => !others.includes(field) && isObject(body) && Object.hasOwn(body, field),
    )
  }
  return forms.find(isMeant) ?? forms[0]
}
