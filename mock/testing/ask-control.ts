import type { Running } from './running.ts'

/** What the control API of a mock answered. */
export interface Controlled {
  status: number
  headers: Record<string, string | string[] | undefined>
  json: unknown
}

/** Asks the control API for something; a body that is not text is sent as JSON. */
export async function askControl(
  { connection }: Running,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Controlled> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = text === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await connection.request({ method, path: `/_control${path}`, body: text ?? null, headers })
  return { status: answer.statusCode, headers: answer.headers, json: await answer.body.json() }
}
