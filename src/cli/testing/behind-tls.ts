import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Fault } from '../../../mock/faults/fault.ts'
import { selfSigned, serveSecure } from '../../http/testing/server.ts'
import { folder } from './command.ts'
import { type Served, serveMock } from './mock.ts'

/** A server behind a proxy that ends TLS. It verifies signatures over `http:`. */
export interface BehindTls {
  cwd: string
  served: Served
  /** The URL of the proxy, which clients use. */
  url: string
  tls: { ca: string }
}

/** Verifies signatures over `http:`, because the connection from the proxy has no TLS. */
const overHttp: Fault = {
  id: 'verifies-over-http',
  breaks: 'signature.verifies',
  source: 'behaviour',
  says: 'Signatures are verified over http',
  override: ({ requests: { verifySignature } }) => ({
    requests: {
      verifySignature: (received, keys) =>
        verifySignature({ ...received, targetUri: received.targetUri.replace(/^https:/, 'http:') }, keys),
    },
  }),
}

/** Starts the server and its proxy. The server publishes URLs with this scheme. */
export async function behindTls(published: 'http' | 'https'): Promise<BehindTls> {
  let behind = ''
  const passOn = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method = 'GET', headers, url: path } = incoming
    const onward = request(behind + path, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(onward).on('error', () => response.destroy())
  }
  const { key, cert } = await selfSigned('localhost')
  const url = (await serveSecure({ key, cert }, passOn)).replace('127.0.0.1', 'localhost')
  const served = await serveMock({
    publicUrl: url.replace('https:', `${published}:`),
    faults: published === 'https' ? [overHttp] : [],
  })
  behind = served.url
  return { cwd: await folder(), served, url, tls: { ca: cert } }
}
