import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIP } from 'node:net'
import { generate } from 'selfsigned'
import { MockConfigurationError } from '../core/errors.ts'

/** How a client calls the host that the mock listens on. */
export function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

export function listening(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)))
    server.listen(port, host, () => {
      const address = server.address()
      if (address && typeof address === 'object') resolve(address)
    })
  })
}

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; choose another, or 0 for any that is free',
  EACCES: 'the port is not permitted; choose one from 1024 up, or 0 for any that is free',
  EADDRNOTAVAIL:
    'the host is not an address of this machine; choose 127.0.0.1, or 0.0.0.0 for all that it has',
  ENOTFOUND: 'the host is not known; choose an address of this machine, such as 127.0.0.1',
}

const cannotListen = ({ code = 'unknown' }: NodeJS.ErrnoException, host: string, port: number): Error =>
  new MockConfigurationError(
    'ERR_CANNOT_LISTEN',
    `The mock cannot listen on ${host}:${port}: ${remedies[code] ?? code}`,
  )

export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

interface Certificate {
  key: string
  cert: string
}

/** A certificate that signs itself, for that host and for this machine. */
export async function makeCertificate(host: string): Promise<Certificate> {
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
