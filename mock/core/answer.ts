/** A response before it is written. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** The body, which is sent as JSON unless there is a text. */
  body: unknown
  text?: string
}

export function answer(status: number, body: unknown): Answer {
  return { status, headers: {}, body }
}

export type Shown = Record<string, unknown>

/** The order of the guards on every route. */
export const families = ['token', 'signature', 'right', 'body', 'rule'] as const
export type Family = (typeof families)[number]

export interface RefusalAnswer {
  status: number
  /** Describes the defect of the request for its sender. */
  description: string
  /** The complete value that the server expected, if it does not fit in a sentence. */
  expected?: string
}

export function badRequest(description: string): RefusalAnswer {
  return { status: 400, description }
}

export function unauthorized(description: string): RefusalAnswer {
  return { status: 401, description }
}

export function forbidden(description: string): RefusalAnswer {
  return { status: 403, description }
}

export function notFound(description: string): RefusalAnswer {
  return { status: 404, description }
}

/** The response header that says what the mock tolerated, and why a client should not send it. */
export const warningHeader = 'x-mock-warning'

export function warningText(warnings: readonly string[]): string {
  return warnings.join('; ').replaceAll('…', '...')
}
