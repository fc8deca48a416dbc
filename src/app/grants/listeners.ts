import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigurationError } from '../../core/errors.ts'
import type { SigningKey } from '../../core/signing-key.ts'
import { publicJwkOf } from '../../gnap/client.ts'
import type { Redirected } from '../../gnap/consented-grant.ts'
import type { GrantClient, Target } from '../../target-file/target.ts'

/** Waits on this machine for browsers that return from a consent page. */
export interface RedirectListener {
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
  const { port, close } = await listen(
    { host: '127.0.0.1', port: 0 },
    waiting,
    (response, arrived, query) => {
      response.writeHead(arrived ? 200 : 404, headers).end(arrived ? page : '')
      arrived?.(query)
    },
  )
  return {
    next: () => {
      const path = `/${randomBytes(12).toString('base64url')}`
      const arrived = new Promise<URLSearchParams>((resolve) => waiting.set(path, resolve))
      return { uri: `http://127.0.0.1:${port}${path}`, arrived, close: () => void waiting.delete(path) }
    },
    close,
  }
}

/** Listens at an address, and answers a GET by what stands under its path. */
const listen = async <T>(
  { host, port }: { host: string; port: number },
  known: ReadonlyMap<string, T>,
  answer: (response: ServerResponse, found: T | undefined, query: URLSearchParams) => void,
): Promise<{ port: number; close: () => void }> => {
  const server = createServer((request, response) => {
    const target = request.method === 'GET' ? requestTarget(request.url) : undefined
    answer(response, target && known.get(target.pathname), target?.searchParams ?? new URLSearchParams())
  })
  await once(server.listen(port, host), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Serves the wallet address documents of the harness's own clients, with their public keys, until it is closed. */
export async function serveClients(
  client: Extract<GrantClient, { kind: 'served' }>,
  { signing, otherClient }: Pick<Target, 'signing' | 'otherClient'>,
): Promise<() => void> {
  const documents = new Map([
    ...documentsOf(client.url, signing.key),
    ...(otherClient ? documentsOf(`${client.url}/other`, otherClient.signing.key) : []),
  ])
  const { close } = await listen(client, documents, (response, document) => {
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  }).catch((error: Error & { code?: string }) => {
    throw cannotListen(client, error)
  })
  return close
}

/**
 * Builds the documents of one client. It receives no payments, but a wallet address document has to name its servers.
 */
const documentsOf = (url: string, key: SigningKey): Array<[string, object]> => {
  const { pathname, origin } = new URL(url)
  const address = {
    id: url,
    publicName: 'op-conformance',
    assetCode: 'USD',
    assetScale: 2,
    authServer: origin,
    resourceServer: origin,
  }
  return [
    [pathname, address],
    [`${pathname.replace(/\/$/, '')}/jwks.json`, { keys: [publicJwkOf(key)] }],
  ]
}

const cannotListen = (
  { host, port }: { host: string; port: number },
  { code }: { code?: string },
): ConfigurationError =>
  new ConfigurationError(
    'ERR_CANNOT_LISTEN',
    `client.serve.listen: cannot listen on ${host}:${port} (${code}); give another address or port`,
  )

/**
 * Returns the path and query of a request that this process received, or undefined if its target is not a path (RFC
 * 9112, section 3.2.1). Any text can stand there, so it is never given to `new URL` unchecked.
 */
function requestTarget(
  target: string | undefined,
): { pathname: string; searchParams: URLSearchParams } | undefined {
  if (!target?.startsWith('/')) return undefined
  const cut = target.indexOf('?')
  const pathname = cut < 0 ? target : target.slice(0, cut)
  return { pathname, searchParams: new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1)) }
}
