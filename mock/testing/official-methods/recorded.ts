import { type AuthenticatedClient, OpenPaymentsClientError } from '@interledger/open-payments'
import type { Official } from '../official-client.ts'

/** A call of a method of the official client and its outcome, in words. */
export interface RecordedStep {
  method: string
  /** Describes the arguments of the call. */
  of: string
  came: string
}

export interface Recorded {
  steps: RecordedStep[]
  /** The client, each of whose calls is recorded. A call that is refused returns an empty object. */
  when: (of: string) => AuthenticatedClient
}

/** Wraps the official client so that each call and its outcome are recorded. */
export function recorded({ mock, client }: Official): Recorded {
  const steps: RecordedStep[] = []
  let status = 0
  mock.subscribe((exchange) => {
    status = exchange.status
  })
  const calling =
    (method: string, of: string, call: (...all: unknown[]) => Promise<unknown>) =>
    async (...all: unknown[]): Promise<unknown> => {
      try {
        const given = await call(...all)
        steps.push({ method, of, came: `${status} ${inWords(given)}`.trim() })
        return given
      } catch (error) {
        steps.push({ method, of, came: refusalInWords(error) })
        return {}
      }
    }
  return { steps, when: (of) => wrapped(client, (method, call) => calling(method, of, call)) }
}

type Call = (...all: unknown[]) => Promise<unknown>

/** Copies the client with every method wrapped by `through`. */
const wrapped = (
  client: AuthenticatedClient,
  through: (method: string, call: Call) => Call,
): AuthenticatedClient =>
  Object.fromEntries(
    Object.entries(client).map(([resource, methods]) => [
      resource,
      Object.fromEntries(
        Object.entries(methods).map(([name, call]) => [name, through(`${resource}.${name}`, call as Call)]),
      ),
    ]),
  ) as unknown as AuthenticatedClient

/**
 * The names of the fields of a result. For a list, its number of items and the flags of its pagination that are set.
 */
const inWords = (given: unknown): string => {
  if (given === undefined || given === '') return ''
  const { result, pagination } = given as { result?: unknown[]; pagination?: object }
  if (result && pagination) return `${result.length} of a list: ${trueOnes(pagination)}`.replace(/: $/, '')
  return Object.keys(given as object).join(', ')
}

const trueOnes = (pagination: object): string =>
  Object.entries(pagination)
    .filter(([, value]) => value === true)
    .map(([name]) => name)
    .join(', ')

const refusalInWords = (error: unknown): string => {
  if (!(error instanceof OpenPaymentsClientError)) throw error
  const { status, code, description } = error
  if (status === undefined) return `refused by the client: ${description}`
  return `${status} refused: ${[code, description].filter(Boolean).join(', ')}`
}

/** The steps as the table in the documentation. */
export function tableOf(steps: readonly RecordedStep[]): string {
  const rows = steps.map(({ method, of, came }) => `| \`${method}\` | ${of} | ${came} |`)
  return ['| method | called with | what came |', '|---|---|---|', ...rows].join('\n')
}
