import { httpbis } from 'http-message-signatures'
import type { HttpRequest } from '../../core/http-request.ts'

/** A signature base (RFC 9421, section 2.5), line by line. */
export interface Base {
  lines: ReadonlyArray<readonly [component: string, value: string]>
  /** The value of the last line, @signature-params. */
  parameters: string
}

/**
 * Builds the signature base. `components` are written as the header lists them: `"@method"`, `"content-digest";sf`.
 * Returns undefined if the message lacks one of them; `whyNoBase` gives the reason.
 */
export function baseOf(
  message: HttpRequest,
  components: readonly string[],
  parameters: string,
): Base | undefined {
  // The library writes the method in capitals, no matter how it was sent.
  const componentParser = (name: string): string[] | null => (name === '@method' ? [message.method] : null)
  try {
    const parts = httpbis.createSignatureBase({ fields: [...components], componentParser }, message)
    return {
      lines: parts.flatMap(([name, values]) => values.map((value) => [name, value] as const)),
      parameters,
    }
  } catch {
    return undefined
  }
}

/** Returns the text of a signature base, or undefined as `baseOf` does. */
export function baseText(...of: Parameters<typeof baseOf>): string | undefined {
  const base = baseOf(...of)
  return base && textOf(base)
}

export function textOf({ lines, parameters }: Base): string {
  return [...lines.map(([name, value]) => `${name}: ${value}`), `"@signature-params": ${parameters}`].join(
    '\n',
  )
}

/** Returns the reason in words that follow "signature sig1", or undefined if there is a base. */
export function whyNoBase(message: HttpRequest, components: readonly string[]): string | undefined {
  const missing = components.find((component) => !baseOf(message, [component], ''))
  return missing === undefined ? undefined : `covers ${missing}, ${lacks(message, missing)}`
}

const lacks = ({ headers }: HttpRequest, component: string): string => {
  const name = nameOf(component)
  if (name.startsWith('@')) return 'which this request does not have'
  return Object.hasOwn(headers, name)
    ? 'but that header cannot be used that way'
    : 'but the request has no such header; send it as it was signed'
}

/** Strips the quotes and the parameters of a component. */
export function nameOf(component: string): string {
  return /^"([^"]*)"/.exec(component)?.[1] ?? component
}
