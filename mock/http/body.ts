import { badRequest } from '../core/answer.ts'
import {
  asObject,
  hasLeadingZero,
  isScale,
  isUint64,
  isUri,
  type JsonObject,
  maxAssetScale,
  member,
} from '../core/json.ts'
import type { Context } from '../state/world.ts'
import type { Guard } from './guard.ts'

/** Builds the guards for the body of one operation. They share one fallback. */
export interface BodyRules {
  rule: (
    id: string,
    requirement: string,
    description: string,
    isBroken: (body: JsonObject) => boolean,
  ) => Guard
  isJson: (id: string, requirement: string) => Guard
  required: (field: string, id: string, requirement: string) => Guard
  uri: (field: string, id: string, requirement: string) => Guard
  object: (field: string, id: string, requirement: string) => Guard
  metadata: (id: string, requirement: string) => Guard
  /** The rules of an Amount, for each of these fields that the body has. */
  amounts: (...fields: string[]) => Guard[]
}

export function bodyRules(fallback: (context: Context) => void): BodyRules {
  const rule: BodyRules['rule'] = (id, requirement, description, isBroken) => ({
    id,
    family: 'body',
    requirement,
    refuses: ({ json }) => {
      const body = asObject(json)
      return body && isBroken(body) ? badRequest(description) : undefined
    },
    fallback,
  })
  const value = (field: string, id: string, requirement: string, kind: string, fits: Fits): Guard =>
    rule(id, requirement, `${field} is not ${kind}`, (body) => {
      const given = member(body, field)
      return given !== undefined && !fits(given)
    })
  return {
    rule,
    isJson: (id, requirement) => ({
      ...rule(id, requirement, '', () => false),
      refuses: ({ json }) =>
        asObject(json) ? undefined : badRequest('The body is not a JSON object in UTF-8'),
    }),
    required: (field, id, requirement) =>
      rule(id, requirement, `${field} is required`, (body) => member(body, field) === undefined),
    uri: (field, id, requirement) =>
      value(field, id, requirement, 'a string with an absolute URI', isUriText),
    object: (field, id, requirement) =>
      value(field, id, requirement, 'an object', (given) => asObject(given) !== undefined),
    metadata: (id, requirement) =>
      value('metadata', id, requirement, 'an object that the server can return unchanged', isKeepable),
    amounts: (...fields) => amountRules.map((each) => amountGuard(rule, fields, each)),
  }
}

type Fits = (value: unknown) => boolean

const isUriText: Fits = (value) => typeof value === 'string' && isUri(value)

interface AmountRule {
  id: string
  requirement: string
  description: string
  isBroken: (amount: JsonObject) => boolean
}

const amountGuard = (
  rule: BodyRules['rule'],
  fields: readonly string[],
  { id, requirement, description, isBroken }: AmountRule,
): Guard =>
  rule(`amount-${id}`, `amount.sent.${requirement}`, description, (body) =>
    fields.some((field) => {
      const amount = asObject(member(body, field))
      return amount !== undefined && isBroken(amount)
    }),
  )

const lacks = (part: string, id: string): AmountRule => ({
  id: `${id}-required`,
  requirement: `${id}.required`,
  description: `an amount without ${part}`,
  isBroken: (amount) => member(amount, part) === undefined,
})

const wrong = (part: string, id: string, requirement: string, kind: string, fits: Fits): AmountRule => ({
  id,
  requirement,
  description: `the ${part} of an amount is not ${kind}`,
  isBroken: (amount) => {
    const value = member(amount, part)
    return value !== undefined && !fits(value)
  },
})

const isText: Fits = (value) => typeof value === 'string'
const isWithinLimit: Fits = (scale) => !isScale(scale) || scale <= maxAssetScale

const amountRules: readonly AmountRule[] = [
  lacks('value', 'value'),
  wrong('value', 'value-uint64', 'value.uint64', 'an unsigned 64-bit integer written as a string', isUint64),
  wrong(
    'value',
    'value-leading-zero',
    'leading-zero',
    'written without leading zeros',
    (value) => !hasLeadingZero(value),
  ),
  lacks('assetCode', 'asset-code'),
  wrong('assetCode', 'asset-code-string', 'asset-code.string', 'a string', isText),
  lacks('assetScale', 'asset-scale'),
  wrong('assetScale', 'asset-scale-integer', 'asset-scale.integer', 'a whole number', isScale),
  wrong('assetScale', 'asset-scale-limit', 'asset-scale.limit', 'at most 255', isWithinLimit),
]

/** The greatest depth of metadata. It exceeds any real description of a payment, and can still be serialized. */
const deepest = 500

/** Checks that metadata is an object that can be returned as the same JSON value: it must not be too deep. */
const isKeepable: Fits = (metadata) => {
  if (!asObject(metadata)) return false
  let level: unknown[] = [metadata]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return false
    level = level.flatMap(within)
  }
  return true
}

const within = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []
