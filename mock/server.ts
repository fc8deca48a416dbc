import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Express } from 'express'
import { createApp } from './app.ts'
import { makeCertificate } from './certificate.ts'
import { MockConfigurationError } from './errors.ts'
import type { Fault } from './faults/fault.ts'
import { createWorld } from './world/create.ts'
import type { Random } from './world/random.ts'
import { strict } from './world/strict.ts'
import type { World } from './world/world.ts'

export interface MockOptions {
  /** Under which the mock is reached from outside; else known once it listens. A path is kept. */
  publicUrl?: string
  now: () => number
  /** Decides all tokens, keys, ids and secrets: `seeded(seed)`, or node's own. */
  random: Random
  faults?: readonly Fault[]
  /** Told of every error that is the mock's own; such a request is answered 500. */
  onMistake?: (error: unknown) => void
}

export interface Mock {
  app: Express
  world: World
  listen: (where: ListenOptions) => Promise<Listening>
}

export interface ListenOptions {
  host?: string
  /** 0: any that is free. */
  port: number
  /** With a certificate of its own making. */
  tls?: boolean
}

export interface Listening {
  /** Where connections go. */
  url: string
  /** The certificate, PEM, where it is served over TLS. */
  certificate?: string
  close: () => Promise<void>
}

/** A reference server: strict, in memory, deterministic where clock and randomness are. */
export const createMock = (options: MockOptions): Mock => {
  const { publicUrl, now, random, faults = [], onMistake = () => {} } = options
  const base = publicUrl?.replace(/\/+$/, '')
  const behaviour = { ...strict }
  for (const { swap } of faults) Object.assign(behaviour, swap?.({ ...behaviour }))
  const world = createWorld({ publicUrl: base ?? 'http://localhost', now, random }, behaviour)
  const app = createApp({
    world,
    basePath: base === undefined ? '' : new URL(base).pathname.replace(/\/$/, ''),
    without: new Set(faults.flatMap(({ without }) => without ?? [])),
    further: faults.flatMap(({ further }) => further ?? []),
    onMistake,
  })
  return {
    app,
    world,
    async listen({ host = '127.0.0.1', port, tls = false }) {
      const certificate = tls ? await makeCertificate(host) : undefined
      const server = certificate ? createTlsServer(certificate, app) : createServer(app)
      const { port: bound } = await listening(server, host, port)
      const url = `${tls ? 'https' : 'http'}://${nameOf(host)}:${bound}`
      if (base === undefined) world.publicUrl = url
      return { url, ...(certificate && { certificate: certificate.cert }), close: () => closed(server) }
    },
  }
}

/** How a client calls the host that the mock listens on. */
const nameOf = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

const listening = (server: Server, host: string, port: number): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)))
    server.listen(port, host, () => {
      const address = server.address()
      if (address && typeof address === 'object') resolve(address)
    })
  })

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; choose another, or 0 for any that is free',
  EACCES: 'the port is not permitted; choose one from 1024 up, or 0 for any that is free',
  EADDRNOTAVAIL: 'the host is no address of this machine',
  ENOTFOUND: 'the host is not known',
}

const cannotListen = ({ code = 'unknown' }: NodeJS.ErrnoException, host: string, port: number): Error =>
  new MockConfigurationError(
    'ERR_CANNOT_LISTEN',
    `The mock cannot listen on ${host}:${port}: ${remedies[code] ?? code}`,
  )

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
