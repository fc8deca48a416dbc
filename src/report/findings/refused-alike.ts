import type { ExchangeEvent } from '../../core/events.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { serverWords } from '../../http/answers/server-words.ts'
import { reasonOf } from '../../known-failures/reason.ts'

/**
 * Whether the second request was answered as it was for what made the first one fail: the same operation, status and
 * words, and the second has all that the first has. A request without that which one refuses is refused for another cause.
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

/** What a request consists of: token, key, signed components, the names of its query and of its body. */
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
