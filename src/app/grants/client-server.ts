import { createServer } from 'node:http'
import { ConfigurationError } from '../../core/errors.ts'
import type { SigningKey } from '../../core/signing-key.ts'
import { publicJwkOf } from '../../gnap/client.ts'
import { requestTarget } from '../../http/request-target.ts'
import type { GrantClient, Target } from '../../target-file/target.ts'

/** Serves the wallet address documents of the harness's own clients, with their public keys, until it is closed. */
export async function serveClients(
  client: Extract<GrantClient, { kind: 'served' }>,
  { signing, otherClient }: Pick<Target, 'signing' | 'otherClient'>,
): Promise<() => void> {
  const documents = new Map([
    ...documentsOf(client.url, signing.key),
    ...(otherClient ? documentsOf(`${client.url}/other`, otherClient.signing.key) : []),
  ])
  const server = createServer((request, response) => {
    const target = request.method === 'GET' ? requestTarget(request.url) : undefined
    const document = target && documents.get(target.pathname)
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', (error: Error & { code?: string }) => failed(cannotListen(client, error)))
    server.listen(client.port, client.host, listening)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
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
