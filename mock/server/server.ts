import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { controlPath } from '../control/router.ts'
import { closed, listening, makeCertificate, nameOf } from './listen.ts'
import { withTenants } from './multi-tenant.ts'
import type { Mock, MockOptions } from './options.ts'
import { refuseUnreadable } from './unreadable.ts'

/** A reference server: strict, in memory, deterministic where clock and randomness are. */
export function createMock(options: MockOptions): Mock {
  const { control = true } = options
  const { app, controlled, subscribe, moveTo } = withTenants(options)
  const { world, tenants, exchanges } = controlled
  const listener: RequestListener = (request, response) =>
    (tenants?.listenerFor(request.url ?? '') ?? app)(request, response)
  return {
    ...controlled,
    app,
    subscribe,
    async listen({ host = '127.0.0.1', port, tls = false }) {
      const certificate = tls ? await makeCertificate(host) : undefined
      // A request without Host, or with an Expect of its own, is refused by the application, which says why.
      // Whoever is busy for some seconds finds the connection that it kept alive.
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
