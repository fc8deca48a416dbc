import type { ExchangeEvent, RecordedSigning } from '../../core/events.ts'
import { parseJson } from '../../core/json.ts'
import { type OperationId, operationIds } from '../../core/operations.ts'
import { record } from '../../http/records/record.ts'
import type { Redactor } from '../../http/records/redact.ts'
import { baseText } from '../signature/base.ts'
import type { ClientOperation, ReadRequest } from './request.ts'

/** The facts about an exchange that its request does not hold. */
export interface About
  extends Pick<ExchangeEvent, 'number' | 'check' | 'sent' | 'received' | 'milliseconds'> {
  /** Returns the name of a token. Called only if the request carries one. */
  nameOf: (token: string) => string
}

/** Builds the recorded event of a client's request and its response. */
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

/** Returns the token of a request, or an empty string if it carries none. */
export function tokenIn({ headers }: ReadRequest['message']): string {
  return (headers['authorization'] ?? '').replace(/^\S+ +/, '').trim()
}

const isOperation = (operation: ClientOperation): operation is OperationId =>
  operationIds.some((id) => id === operation)

/** Returns the recorded form of a signature. Its base is that of the request as it was received. */
function signingOf({ message, signature }: ReadRequest): RecordedSigning | undefined {
  if (!signature) return undefined
  const { label, components, parameters, text } = signature
  return {
    key: 'signing',
    keyId: String(parameters.get('keyid') ?? ''),
    label,
    components,
    base: baseText(message, components, text) ?? '',
  }
}
