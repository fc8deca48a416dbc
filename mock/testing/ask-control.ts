import type { Running } from './running.ts'

/** The response of a mock's control API. */
export interface Controlled {
  status: number
  headers: Record<string, string | string[] | undefined>
  json: unknown
}

/** Sends a control request. A body that is not a string is sent as JSON. */
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
