import type { ExchangeEvent } from '../../core/events.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { serverWords } from '../../http/answers/server-words.ts'
import { reasonOf } from '../../known-failures/reason.ts'

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
