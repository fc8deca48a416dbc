import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Response } from 'express'
import type { Wait } from './damaging.ts'
import type { Breakage, Order } from './queue.ts'

/** Holds an answer back, and breaks it, at the moment at which it would be sent. */
export function onItsWay(response: Response, { delay = 0, broken }: Order, wait: Wait): void {
  const end = response.end
  const send = (chunk?: Buffer | string): void => void end.call(response, chunk ?? '', 'utf8')
  response.end = ((chunk?: Buffer | string) => {
    response.end = end
    void wait(delay).then(() => {
      if (response.destroyed) return
      if (broken) breaking[broken](response, Buffer.from(chunk ?? ''), send)
      else send(chunk)
    })
    return response
  }) as typeof end
}

type Send = (chunk?: Buffer | string) => void

const breaking: Readonly<Record<Breakage, (response: Response, whole: Buffer, send: Send) => void>> = {
  // A socket of TCP can be reset; one of TLS, or of the same process, can only be torn down.
  reset: ({ socket }) => {
    if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy()
    else socket?.destroy()
  },
  empty: (response, _whole, send) => {
    response.setHeader('content-length', '0')
    send()
  },
  garbage: (response, _whole, send) => {
    response.setHeader('content-length', String(garbage.length))
    send(garbage)
  },
  'cut-off': (response, whole) => {
    // The whole length was promised.
    response.setHeader('content-length', String(Math.max(whole.length, 2)))
    response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.socket?.destroySoon())
  },
}

/** Neither JSON nor UTF-8. */
const garbage = Buffer.from('7b00ff22fec380e28021f09f', 'hex')
