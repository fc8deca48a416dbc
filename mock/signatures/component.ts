import { type Parameters, serializeItem } from 'structured-headers'

/** A covered component: its name, and the parameters that say how its value is taken. */
export interface Component {
  name: string
  parameters: Parameters
}

/** The value of a component in a request, or why it has none. */
export type ComponentValue = { ok: true; value: string } | { ok: false; reason: string }

export function identifier({ name, parameters }: Component): string {
  return serializeItem([name, parameters])
}

/** Equal for components that are the same to RFC 9421, 2: the order of their parameters does not count. */
export function identity({ name, parameters }: Component): string {
  return identifier({ name, parameters: new Map([...parameters].sort(([a], [b]) => (a < b ? -1 : 1))) })
}

export function present(value: string): ComponentValue {
  return { ok: true, value }
}

export function absent(reason: string): ComponentValue {
  return { ok: false, reason }
}
