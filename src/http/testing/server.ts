import { createServer as createPlain, type RequestListener, type Server } from 'node:http'
import { createServer as createSecure, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createRaw, type Server as RawServer, type Socket } from 'node:net'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'

/** Starts a server on a port of its own, which closes when the test ends. Returns the port. */
const listening = async (server: RawServer | Server): Promise<number> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return (server.address() as AddressInfo).port
}

export async function serve(handler: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(createPlain(handler))}`
}

/** Serves with whatever bytes the test wants. */
export async function serveRaw(speak: (socket: Socket) => void): Promise<string> {
  return `http://127.0.0.1:${await listening(createRaw(speak))}`
}

/** Answers every request with exactly these bytes. */
export function serveBytes(bytes: string | Buffer): Promise<string> {
  return serveRaw((socket) => socket.once('data', () => socket.write(bytes)))
}

export async function selfSigned(host: string): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  })
  return { key, cert }
}

export async function serveSecure(tls: ServerOptions, handler: RequestListener): Promise<string> {
  return `https://127.0.0.1:${await listening(createSecure(tls, handler))}`
}
