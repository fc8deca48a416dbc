import type { ExchangeEvent, RecordedSigning } from '../../core/events.ts'
import { parseJson } from '../../core/json.ts'
import { type OperationId, operationIds } from '../../core/operations.ts'
import { record } from '../../http/records/record.ts'
import type { Redactor } from '../../http/records/redact.ts'
import { baseOf, textOf, whyNoBase } from '../signature/base.ts'
import type { ClientOperation, ReadRequest } from './request.ts'

/** What of an exchange its request does not say. */
export interface About {
  number: number
  /** The check that is said to have caused it. */
  check: string
  sent: number
  received: number
  milliseconds: number
  /** How its token is called; none where it carries none. */
  nameOf: (token: string) => string
}

/** A request of a client with its answer, as a record has it. */
export function exchangeOf(request: ReadRequest, about: About, redactor: Redactor): ExchangeEvent {
  const { message, operation, status, headers, text, at } = request
  const { nameOf, ...times } = about
  const token = tokenIn(message)
  const prepared = {
    ...(isOperation(operation) && { operation }),
    whole: message,
    sent: message,
    ...(token === '' ? {} : { token: nameOf(token) }),
    signing: signingOf(request),
    added: {},
  }
  const outcome = { response: { status, headers, text, json: parseJson(text) } }
  return record({ ...times, at: at.toISOString() }, prepared, outcome, redactor)
}

/** Empty where it carries none. */
export function tokenIn({ headers }: ReadRequest['message']): string {
  return (headers['authorization'] ?? '').replace(/^\S+ +/, '').trim()
}

const isOperation = (operation: ClientOperation): operation is OperationId =>
  operationIds.some((id) => id === operation)

/** How a request was signed, as a record has it: the base is that of the request as it was received. */
function signingOf({ message, signature }: ReadRequest): RecordedSigning | undefined {
  if (!signature) return undefined
  const { label, components, parameters, text } = signature
  const hasBase = whyNoBase(message, components) === undefined
  return {
    key: 'signing',
    keyId: String(parameters.get('keyid') ?? ''),
    label,
    components,
    base: hasBase ? textOf(baseOf(message, components, text)) : '',
  }
}
