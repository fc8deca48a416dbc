import type { ExchangeEvent } from '../../core/events.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { operationIds } from '../../core/operations.ts'
import { serverWords } from '../../http/answers/server-words.ts'
import { reasonOf } from '../../known-failures/entry.ts'
import type { BrokenClaim, ExchangesByNumber } from './finding.ts'

/** Returns true if the server answered what both claims are about alike, so that both have one cause. */
export function haveOneAnswer(cause: BrokenClaim, claim: BrokenClaim, exchanges: ExchangesByNumber): boolean {
  return (
    isRefusedAlike(cause, claim, exchanges) ||
    isOfOneRule(cause, claim, exchanges) ||
    [cause, claim].every((one) => showsPublicForm(one, exchanges))
  )
}

/**
 * Returns true if both claims are of one rule, at different operations, and the server refused both in the same words. It
 * then decides this in one place.
 */
const isOfOneRule = (cause: BrokenClaim, claim: BrokenClaim, exchanges: ExchangesByNumber): boolean => {
  const isOther = cause.requirement !== claim.requirement && ruleOf(cause) === ruleOf(claim)
  if (!isOther || cause.grade !== claim.grade || cause.want !== claim.want) return false
  const refusals = refusalsOf(cause, exchanges)
  return [...refusalsOf(claim, exchanges)].every((refusal) => refusal !== undefined && refusals.has(refusal))
}

/** Returns the id of a requirement without the operation that may end it. */
const ruleOf = ({ requirement }: BrokenClaim): string => {
  const operation = operationIds.find((id) => requirement.endsWith(`.${id}`)) ?? ''
  return requirement.slice(0, requirement.length - operation.length)
}

const refusalsOf = (
  { occurrences }: BrokenClaim,
  exchanges: ExchangesByNumber,
): ReadonlySet<string | undefined> =>
  new Set(
    occurrences.map(({ exchange }) => {
      const event = exchanges.get(exchange)
      return event?.response && event.response.status >= 400 ? answerOf(event) : undefined
    }),
  )

/** Returns true if the claim is about requests that had to be refused and that each got the public form of a payment. */
const showsPublicForm = ({ occurrences }: BrokenClaim, exchanges: ExchangesByNumber): boolean =>
  occurrences.every(({ want, exchange }) => {
    const { operation, response } = exchanges.get(exchange) ?? {}
    const body = parseJson(response?.body ?? '')
    return (
      want.startsWith('refused (') &&
      operation === 'get-incoming-payment' &&
      isObject(body) &&
      'receivedAmount' in body &&
      !('walletAddress' in body)
    )
  })

/** Returns true if both claims are about requests that the server had to accept and that it refused in the same way. */
const isRefusedAlike = (cause: BrokenClaim, claim: BrokenClaim, exchanges: ExchangesByNumber): boolean =>
  cause.want.startsWith('accepted (') &&
  claim.want.startsWith('accepted (') &&
  claim.occurrences.every(({ exchange: other }) =>
    cause.occurrences.some(({ exchange }) => answeredAlike(exchanges.get(exchange), exchanges.get(other))),
  )

/**
 * Returns true if the second request got the same response as the first one, for the same cause. Operation, status and
 * words must be the same, and the second request must contain every part of the first. If it lacks a part, its refusal
 * may have another cause.
 */
export function answeredAlike(cause: ExchangeEvent | undefined, other: ExchangeEvent | undefined): boolean {
  return (
    cause?.operation !== undefined &&
    other !== undefined &&
    cause.operation === other.operation &&
    answerOf(cause) === answerOf(other) &&
    namesIn(cause).every((name) => namesIn(other).includes(name))
  )
}

const answerOf = ({ response, failure }: ExchangeEvent): string => {
  if (!response) return failure?.code ?? ''
  const got = serverWords(response.body, response.headers['www-authenticate']) ?? ''
  return `${response.status} ${reasonOf({ requirement: '', got }).got}`
}

/** Lists the parts of a request: its token, its key, the signed components, and the names in its query and its body. */
const namesIn = ({ request: { url, token = 'no token', signing, body = '' } }: ExchangeEvent): string[] => [
  token,
  `key ${signing?.key}`,
  ...(signing?.components ?? []).map((component) => `signed ${component}`),
  ...new URL(url).searchParams.keys(),
  ...fieldsIn('', parseJson(body)),
]

const fieldsIn = (place: string, value: unknown): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => [
        `${place}.${name}`,
        ...fieldsIn(`${place}.${name}`, inner),
      ])
    : []
