import type { ServerResponse } from 'node:http'
import type { Answer } from '../core/answer.ts'
import { jsonOf } from '../core/json.ts'

/** Sends a response, as JSON unless it has a text. */
export function send(response: ServerResponse, { status, headers, body, text }: Answer): void {
  const usual = text === undefined ? 'application/json' : 'text/html'
  const sent = text ?? jsonOf(body)
  response.statusCode = status
  for (const name in headers) response.setHeader(name, headers[name] ?? '')
  if (status === 204 || status === 304) {
    response.removeHeader('content-type')
    response.end()
    return
  }
  const [type = usual] = (headers['content-type'] ?? usual).split(';')
  response.setHeader('Content-Type', `${type}; charset=utf-8`)
  const length = headers['content-length'] ?? Buffer.byteLength(sent)
  response.setHeader('Content-Length', status === 205 ? '0' : String(length))
  if (response.req.method === 'HEAD' || status === 205) response.end()
  else response.end(sent, 'utf8')
}
