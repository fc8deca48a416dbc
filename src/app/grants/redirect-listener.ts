import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Redirected } from '../../gnap/consented-grant.ts'
import { requestTarget } from '../../http/request-target.ts'

/** Waits on this machine for browsers that return from a consent page. */
export interface RedirectListener {
  /** Returns a redirect URI for one grant. */
  next: () => Redirected
  close: () => void
}

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>op-conformance</title></head>
<body><h1>Thank you</h1><p>op-conformance goes on. You can close this window.</p></body>
</html>
`

/**
 * Headers that make the page load and run nothing, and keep its address with the interaction reference from leaking.
 */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

export async function listenForRedirects(): Promise<RedirectListener> {
  const waiting = new Map<string, (query: URLSearchParams) => void>()
  const server = createServer((request, response) => {
    const target = request.method === 'GET' ? requestTarget(request.url) : undefined
    const arrived = target && waiting.get(target.pathname)
    response.writeHead(arrived ? 200 : 404, headers).end(arrived ? page : '')
    if (target) arrived?.(target.searchParams)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    next: () => {
      const path = `/${randomBytes(12).toString('base64url')}`
      const arrived = new Promise<URLSearchParams>((resolve) => waiting.set(path, resolve))
      return { uri: `http://127.0.0.1:${port}${path}`, arrived, close: () => void waiting.delete(path) }
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
