/** An answer before it is written. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Sent as JSON, unless there is a text. */
  body: unknown
  text?: string
}

export function answer(status: number, body: unknown): Answer {
  return { status, headers: {}, body }
}

export type Shown = Record<string, unknown>

/** Guards stand in this order on every route. */
export const families = ['token', 'signature', 'right', 'body', 'rule'] as const
export type Family = (typeof families)[number]

export interface Refusal {
  status: number
  /** What is wrong with the request, for its sender. */
  description: string
  /** What the server expected in full, where a sentence does not hold it. */
  expected?: string
}

export function badRequest(description: string): Refusal {
  return { status: 400, description }
}

export function unauthorized(description: string): Refusal {
  return { status: 401, description }
}

export function forbidden(description: string): Refusal {
  return { status: 403, description }
}

export function notFound(description: string): Refusal {
  return { status: 404, description }
}

/** Of an answer: what was let pass, and why it should not be sent so. */
export const warningHeader = 'x-mock-warning'

export function warningText(warnings: readonly string[]): string {
  return warnings.join('; ').replaceAll('…', '...')
}
