import { once } from 'node:events'
import { createServer as createPlain, type IncomingMessage, request, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { type AddressInfo, createServer as createRaw, type Server as RawServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { seeded } from '../../../../mock/core/random.ts'
import { createMock } from '../../../../mock/server/server.ts'
import { targetFile } from '../../../../mock/server/target-file.ts'
import { rightly } from './answering.ts'
import type { Hostile, Message, Turn } from './behaviour.ts'

export interface Front {
  /** The tree of a target file for the server. */
  target: Record<string, unknown>
  /** Returns every byte that the stranger received. */
  leaked: () => string
}

/** Serves a hostile server with a mock behind it under one URL, until the test ends. */
export async function serveHostile(hostile: Hostile): Promise<Front> {
  const stranger = await serveStranger()
  const { answers = rightly, speaks, tls } = hostile
  let behind = ''
  let requests = 0
  const handle = async (incoming: IncomingMessage): Promise<void> => {
    const body = Buffer.concat(await incoming.toArray())
    const { method = 'GET', url = '/', socket } = incoming
    const turn: Turn = {
      method,
      path: url,
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, `${value}`]),
      ),
      number: ++requests,
      stranger: stranger.url,
      right: () => answerOf(behind, incoming, body),
      write: (bytes) => !socket.destroyed && socket.write(bytes),
      socket,
    }
    await answers(turn)
  }
  const listener = (incoming: IncomingMessage): void => {
    handle(incoming).catch((error: unknown) => incoming.socket.destroy(error as Error))
  }
  const options = { maxHeaderSize: 1024 * 1024 }
  const server = speaks
    ? createRaw(speaks)
    : tls
      ? createSecure({ ...options, ...(await tls()) }, listener)
      : createPlain(options, listener)
  const url = `${tls || speaksTls(hostile) ? 'https' : 'http'}://127.0.0.1:${await listening(server)}`
  const mock = createMock({ now: Date.now, random: seeded(1), publicUrl: url, ...hostile.mock })
  const listeningMock = await mock.listen({ port: 0 })
  onTestFinished(listeningMock.close)
  behind = listeningMock.url
  const { connectUrl: _, ...target } = parse(targetFile(mock, { ...listeningMock, url }))
  return { target: { ...target, ...hostile.target }, leaked: stranger.got }
}

/** Returns true if the target file has options for TLS. A raw server then poses as a TLS server. */
const speaksTls = ({ target = {} }: Hostile): boolean => 'tls' in target

const listening = async (server: RawServer | Server): Promise<number> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => undefined))
  server.on('clientError', (_: Error, socket: Socket) => socket.destroy())
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const serveStranger = async (): Promise<{ url: string; got: () => string }> => {
  let got = ''
  const port = await listening(
    createRaw((socket) => {
      socket.on('data', (bytes) => {
        got += bytes.toString('latin1')
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
      })
    }),
  )
  return { url: `http://127.0.0.1:${port}`, got: () => got }
}

const answerOf = async (
  server: string,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<Message> => {
  const { hostname, port } = new URL(server)
  const onward = request({ hostname, port, method, path: url, headers, agent: false })
  onward.end(body)
  const [answer] = (await once(onward, 'response')) as [IncomingMessage]
  const kept = Object.entries(answer.headers).filter(
    ([name]) => !['connection', 'keep-alive', 'content-length', 'transfer-encoding'].includes(name),
  )
  return {
    status: answer.statusCode ?? 500,
    headers: kept.map(([name, value]) => [name, String(value)] as const),
    body: Buffer.concat(await answer.toArray()),
  }
}
