import { httpbis } from 'http-message-signatures'
import type { HttpRequest } from '../../core/http-request.ts'

/** A signature base of RFC 9421, 2.5, line by line. */
export interface Base {
  lines: ReadonlyArray<readonly [component: string, value: string]>
  /** What the last line, @signature-params, says. */
  parameters: string
}

/**
 * `components` as they are listed: `"@method"`, `"content-digest";sf`. Throws where the message lacks one of them;
 * `whyNoBase` has the reason.
 */
export function baseOf(message: HttpRequest, components: readonly string[], parameters: string): Base {
  // The library writes the method in capitals, whatever was sent.
  const componentParser = (name: string): string[] | null => (name === '@method' ? [message.method] : null)
  const parts = httpbis.createSignatureBase({ fields: [...components], componentParser }, message)
  return {
    lines: parts.flatMap(([name, values]) => values.map((value) => [name, value] as const)),
    parameters,
  }
}

export function textOf({ lines, parameters }: Base): string {
  return [...lines.map(([name, value]) => `${name}: ${value}`), `"@signature-params": ${parameters}`].join(
    '\n',
  )
}

/** In words that follow "signature sig1"; undefined where there is a base. */
export function whyNoBase(message: HttpRequest, components: readonly string[]): string | undefined {
  for (const component of components) {
    try {
      baseOf(message, [component], '')
    } catch {
      return `covers ${component}, ${lacks(message, component)}`
    }
  }
  return undefined
}

const lacks = ({ headers }: HttpRequest, component: string): string => {
  const name = nameOf(component)
  if (name.startsWith('@')) return 'which this request does not have'
  return Object.hasOwn(headers, name)
    ? 'but that header cannot be used that way'
    : 'but the request has no such header; send it as it was signed'
}

/** Without quotes and parameters. */
export function nameOf(component: string): string {
  return /^"([^"]*)"/.exec(component)?.[1] ?? component
}
