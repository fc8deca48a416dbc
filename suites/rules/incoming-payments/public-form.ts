import type { PassiveCheck, Seen } from '../../../src/check/kinds/passive.ts'
import { isObject } from '../../../src/core/json.ts'
import { fieldNames } from '../../../src/openapi/places.ts'
import { specificationOf } from '../../support/specification.ts'

const noMethods = 'public-incoming-payment.no-methods'
const nothingMore = 'public-incoming-payment.nothing-more'

const secrets = ['methods', 'ilpAddress', 'sharedSecret']

/**
 * A request without a token has no identity, so no right could let it see more. Requests with a query or a body are
 * left out, because a token may stand there.
 */
export const publicFormShowsNoMore: PassiveCheck = {
  id: 'rules/public-form-shows-no-more',
  title: 'An incoming payment shows neither methods nor secrets to a request without a token',
  detects: 'public-form-with-methods',
  claims: () => [noMethods, nothingMore],
  operations: ['get-incoming-payment'],
  otherwise: 'a server that shows incoming payments to requests without a token',
  shownBy: ['public-form/without-token'],
  start: ({ profile }) => {
    const full = fullFields(specificationOf(profile).openapi.components?.schemas ?? {})
    return (seen) => {
      if (!isPublic(seen)) return []
      const names = fieldsWithin(seen.json)
      const shown = (requirement: string, fields: readonly string[], want: string) => {
        const found = fields.filter((name) => names.includes(name))
        return { requirement, held: found.length === 0, want, got: found.join(', ') || 'none' }
      }
      return [
        shown(noMethods, secrets, 'no methods and no secret'),
        shown(nothingMore, full, 'no field that only the full form has'),
      ]
    }
  },
}

const isPublic = ({ accepted, json, exchange: { operation, request } }: Seen): boolean =>
  operation === 'get-incoming-payment' &&
  accepted &&
  isObject(json) &&
  request.body === undefined &&
  !request.url.includes('?') &&
  !Object.keys(request.headers).some((name) => name.toLowerCase() === 'authorization')

/** Collects the names of all fields, at any depth. */
const fieldsWithin = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(fieldsWithin)
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsWithin(inner)])
    : []
}

/** Returns the fields that only the full form has, except its secrets. */
const fullFields = (schemas: Record<string, unknown>): string[] => {
  const open = [...fieldNames(schemas, 'PublicIncomingPayment'), ...secrets]
  return fieldNames(schemas, 'IncomingPaymentWithMethods').filter((name) => !open.includes(name))
}
