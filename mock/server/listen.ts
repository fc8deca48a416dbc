import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  EADDRNOTAVAIL: 'the host is no address of this machine; choose 127.0.0.1, or 0.0.0.0 for all that it has',
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
