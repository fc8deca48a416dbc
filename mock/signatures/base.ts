import type { ReceivedRequest } from '../core/request.ts'
import { type Component, type ComponentValue, identifier } from './component.ts'
import { derivedValue } from './derived-component.ts'
import { fieldValue } from './field-component.ts'

export type SignatureBase = { ok: true; base: string } | { ok: false; reason: string }

/**
 * The signature base of RFC 9421, 2.5, one line for each component. `parameters` is what the last line,
 * @signature-params, says: the components and parameters as the client wrote them.
 */
export function signatureBase(
  request: ReceivedRequest,
  components: readonly Component[],
  parameters: string,
): SignatureBase {
  const lines: string[] = []
  for (const component of components) {
    const value = valueIn(request, component)
    if (!value.ok) return value
    // Else a value could bring lines of its own, which nobody signed as components.
    if (/[\r\n]/.test(value.value))
      return { ok: false, reason: `${identifier(component)} holds a line break` }
    lines.push(`${identifier(component)}: ${value.value}`)
  }
  return { ok: true, base: [...lines, `"@signature-params": ${parameters}`].join('\n') }
}

const valueIn = (request: ReceivedRequest, component: Component): ComponentValue =>
  component.name.startsWith('@') ? derivedValue(request, component) : fieldValue(request, component)
