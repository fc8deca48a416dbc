import type { RecordedSigning } from '../../core/events.ts'
import { baseOf, textOf, whyNoBase } from '../signature/base.ts'
import type { ReadRequest } from './request.ts'

/** How a request was signed, as a record has it: the base is that of the request as it was received. */
export function signingOf({ message, signature }: ReadRequest): RecordedSigning | undefined {
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
