import type { OpenAPIV3_1 } from 'openapi-types'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { isObject } from '../../core/json.ts'
import { onceFor } from '../../core/once.ts'
import type { OperationId } from '../../core/operations.ts'
import { createSchemaJudge, type SchemaClaim } from '../../judge/schema-claims.ts'
import { operationsIn } from '../../openapi/document.ts'
import { amountsSent, claimedAmong, formsIn, requirementsByPointer } from '../../openapi/forms.ts'
import { pointersOf } from '../../openapi/places.ts'
import { broken, type ClaimJudging, held, judged } from './claim.ts'
import type { ClientOperation, ReadRequest } from './request.ts'

/** Direct payments have requirements of their own that say whether an amount must name its asset. */
const amountsOfPayments: Readonly<Record<string, string>> = {
  'Amount.assetCode.required': 'create-outgoing-payment.direct.debit-amount.asset-code.required',
  'Amount.assetScale.required': 'create-outgoing-payment.direct.debit-amount.asset-scale.required',
}

/**
 * Returns how each duty of a client in the fields of its bodies is judged, by requirement. Derived from the schemas of
 * the specification.
 */
export function bodyJudgings(
  openapi: OpenAPIV3_1.Document,
  catalogue: Catalogue,
): Record<string, ClaimJudging> {
  const schemas: Record<string, unknown> = openapi.components?.schemas ?? {}
  const requirements = new Map([
    ...Object.entries(amountsSent).filter(([, id]) => catalogue.has(id)),
    ...requirementsByPointer(catalogue),
  ])
  const judge = createSchemaJudge(schemas, (pointer) => requirements.has(pointer))
  const forms = formsByOperation(openapi)
  const claimsOf = onceFor(({ operation, json }: ReadRequest): readonly SchemaClaim[] => {
    const its = forms.get(operation) ?? []
    const form = claimedAmong(schemas, its)(json) ?? its[0]
    return form === undefined ? [] : judge(form, json)
  })
  const operationsAt = (pointer: string, requirement: string): ClientOperation[] =>
    [...forms].flatMap(([operation, its]) =>
      requirementAt(requirements, operation, pointer) === requirement &&
      its.some((form) => pointersOf(schemas, form).includes(pointer))
        ? [operation]
        : [],
    )
  const found: Record<string, ClaimJudging> = {}
  for (const [pointer, requirement] of [...requirements, ...Object.entries(amountsOfPayments)]) {
    const operations = operationsAt(pointer, requirement)
    if (operations.length === 0 || found[requirement]) continue
    found[requirement] = {
      shownBy: shownBy(operations, pointer),
      on: () => operations,
      judge: (request) => {
        const isOf = ({ pointer }: SchemaClaim) =>
          requirementAt(requirements, request.operation, pointer) === requirement
        return together(claimsOf(request).filter(isOf))
      },
    }
  }
  return found
}

const requirementAt = (
  requirements: ReadonlyMap<string, string>,
  operation: ClientOperation | undefined,
  pointer: string,
): string | undefined =>
  (operation === 'create-outgoing-payment' ? amountsOfPayments[pointer] : undefined) ??
  requirements.get(pointer)

/** Returns the first flaw among these claims, else the first claim that held, or undefined if there are no claims. */
const together = (own: readonly SchemaClaim[]): ReturnType<ClaimJudging['judge']> => {
  const flaw = own.find((claim) => !claim.held)
  if (flaw) return broken(flaw.want, flaw.got)
  return own[0] && held(own[0].want)
}

/** The fields that tell which of its two variants a payment is. */
const variantFields = ['quoteId', 'incomingPayment', 'debitAmount']

/** Judges which of the variant fields a payment has. `wrong` returns what is wrong with them, or undefined. */
const ofVariants = (wrong: (given: readonly string[]) => string | undefined): ClaimJudging => ({
  shownBy: 'create-outgoing-payment by the client',
  on: () => ['create-outgoing-payment'],
  judge: ({ json }) =>
    isObject(json)
      ? judged(
          'a quoteId, or an incomingPayment with a debitAmount',
          wrong(variantFields.filter((field) => Object.hasOwn(json, field))),
        )
      : undefined,
})

/** The client's other duties in bodies, by requirement. */
export const furtherBodyJudgings: Readonly<Record<string, ClaimJudging>> = {
  'client.bodies-are-json': {
    shownBy: 'a request of the client with a body',
    judge: ({ hasBody, json }) =>
      hasBody ? judged('a JSON body', json === undefined ? 'one that is not JSON' : undefined) : undefined,
  },
  'client.bodies.none-on-get': {
    shownBy: 'a GET of the client',
    on: ({ operations }) => operations.filter((operation) => /^(get|list)-/.test(operation)),
    judge: ({ hasBody }) => judged('no body', hasBody ? 'a body' : undefined),
  },
  'create-outgoing-payment.variants.both': ofVariants((given) =>
    given.length === 3 ? given.join(', ') : undefined,
  ),
  'create-outgoing-payment.variants.neither': ofVariants((given) =>
    given.length === 0 ? 'none of them' : undefined,
  ),
}

const shownBy = (operations: readonly ClientOperation[], pointer: string): string => {
  const [, field, keyword] = pointer.split('.')
  const named =
    field === undefined || keyword === 'required' || pointer.startsWith('Amount.') ? '' : ` with ${field}`
  const what = pointer.startsWith('Amount.') ? ' with an amount' : named
  return `${operations.join(' or ')}${what} by the client`
}

/** Returns the schemas that the body of each operation may have. */
export function formsByOperation(openapi: OpenAPIV3_1.Document): ReadonlyMap<ClientOperation, string[]> {
  return new Map(
    operationsIn(openapi).flatMap(({ id, operation }) => {
      const forms = formsIn(operation.requestBody)
      return forms.length > 0 ? [[id as OperationId, forms] as const] : []
    }),
  )
}
