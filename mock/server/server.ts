import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, isIP } from 'node:net'
import { generate } from 'selfsigned'
import { controlPath } from '../control/router.ts'
import { MockConfigurationError } from '../core/errors.ts'
import { takeAbsoluteForm } from '../http/received.ts'
import { withTenants } from './multi-tenant.ts'
import type { Mock, MockOptions } from './options.ts'
import { refuseUnreadable } from './unreadable.ts'

/**
 * Creates a reference server. It is strict, keeps everything in memory, and is deterministic if its clock and
 * randomness are.
 */
export function createMock(options: MockOptions): Mock {
  const { control = true } = options
  const { app, controlled, subscribe, moveTo } = withTenants(options)
  const { world, tenants, exchanges } = controlled
  const listener: RequestListener = (request, response) => {
    takeAbsoluteForm(request)
    const serve = tenants?.listenerFor(request.url ?? '') ?? app
    serve(request, response)
  }
  return {
    ...controlled,
    app,
    subscribe,
    async listen({ host = '127.0.0.1', port, tls = false }) {
      const certificate = tls ? await makeCertificate(host) : undefined
      // The application itself refuses a request without Host, or with an unknown Expect, so that the response says
      // why. A client that pauses for some seconds can still use its kept-alive connection.
      const options = { requireHostHeader: false, keepAliveTimeout: 60_000 }
      const server = certificate
        ? createTlsServer({ ...options, ...certificate }, listener)
        : createServer(options, listener)
      server.on('checkExpectation', listener)
      refuseUnreadable(server, world, exchanges)
      const { port: bound } = await listening(server, host, port)
      const url = `${tls ? 'https' : 'http'}://${nameOf(host)}:${bound}`
      moveTo(url)
      return {
        url,
        ...(certificate && { certificate: certificate.cert }),
        ...(control && { controlUrl: url + controlPath }),
        close: () => closed(server),
      }
    },
  }
}

/** The name under which a client reaches the host that the mock listens on. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function listening(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)))
    server.listen(port, host, () => {
      const address = server.address()
      if (address && typeof address === 'object') resolve(address)
    })
  })
}

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is in use. Choose another port, or 0 for any free port',
  EACCES: 'The port is not permitted. Choose a port from 1024 up, or 0 for any free port',
  EADDRNOTAVAIL: 'The host is not an address of this machine. Choose 127.0.0.1, or 0.0.0.0 for all addresses',
  ENOTFOUND: 'The host is unknown. Choose an address of this machine, such as 127.0.0.1',
}

const cannotListen = ({ code = 'unknown' }: NodeJS.ErrnoException, host: string, port: number): Error =>
  new MockConfigurationError(
    'ERR_CANNOT_LISTEN',
    `The mock cannot listen on ${host}:${port}. ${remedies[code] ?? code}`,
  )

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Creates a self-signed certificate for that host and for this machine. */
async function makeCertificate(host: string): Promise<{ key: string; cert: string }> {
  const named = isIP(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host }
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          named,
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  })
  return { key, cert }
}
