import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type Answer, answer } from '../core/answer.ts'
import { refusedByHeader, tell } from '../exchanges/recording.ts'
import { targetOf, type WholeRequest } from '../http/received.ts'
import type { ServedRoute } from '../http/route.ts'
import { send } from '../http/send.ts'
import type { AnswerOrder, Answers, Breakage } from './queue.ts'

/** Waits that many milliseconds. */
export type Wait = (milliseconds: number) => Promise<unknown>

interface Damage {
  answers: Answers
  routes: readonly ServedRoute[]
  /** The path below which the operations lie. */
  basePath: string
  wait: Wait
}

/**
 * Carries out the orders for responses. Calls `work`, unless the order replaces it. Without orders, requests are not
 * inspected.
 */
export function altering({ answers, routes, basePath, wait }: Damage) {
  const operationOf = operationsBelow(basePath, routes)
  return (request: WholeRequest, response: ServerResponse, work: () => void): void => {
    const order = answers.take(targetOf(request), () => operationOf(request))
    if (order) {
      tell(response, { broken: inWords(order) })
      onItsWay(response, order, wait)
    }
    if (order?.status === undefined) work()
    else send(response, inPlaceOfWork(order, order.status))
  }
}

const inPlaceOfWork = ({ body, headers = {} }: AnswerOrder, status: number): Answer => {
  const description = `The mock was told through its control API to answer ${status}`
  const usual = { error: { code: 'asked-for', description } }
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const reason = status < 400 ? {} : { [refusedByHeader]: usual.error.code }
  return { ...answer(status, body ?? usual), headers: { ...reason, ...Object.fromEntries(lowered) } }
}

/** Finds the operation that a request addresses, from its method and path alone. */
const operationsBelow = (basePath: string, routes: readonly ServedRoute[]) => {
  const patterns = routes.map(({ method, path, operation }) => ({
    operation,
    method: method.toUpperCase(),
    pattern: new RegExp(`^${escaped(basePath + path).replace(/:[a-z]+/g, '[^/?]+')}(?:\\?|$)`),
  }))
  return (request: WholeRequest): string | undefined => {
    const target = targetOf(request)
    return patterns.find((each) => each.method === request.method && each.pattern.test(target))?.operation
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const inWords = ({ delay, status, broken }: AnswerOrder): string =>
  [
    delay === undefined ? [] : [`delayed by ${delay} ms`],
    status === undefined ? [] : [`${status} instead of processing`],
    broken === undefined ? [] : [said[broken]],
  ]
    .flat()
    .join('; ')

const said: Readonly<Record<Breakage, string>> = {
  reset: 'the connection reset instead of a response',
  empty: 'the body removed',
  garbage: 'the body replaced by bytes that are not JSON',
  'cut-off': 'the body cut off in the middle',
}

/** Delays a response, and breaks it, at the moment when it would be sent. */
function onItsWay(response: ServerResponse, { delay = 0, broken }: AnswerOrder, wait: Wait): void {
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

const breaking: Readonly<Record<Breakage, (response: ServerResponse, whole: Buffer, send: Send) => void>> = {
  // A TCP socket can be reset. A socket of TLS, or within this process, can only be destroyed.
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
    // The header promises the whole length.
    response.setHeader('content-length', String(Math.max(whole.length, 2)))
    response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.socket?.destroySoon())
  },
}

/** Bytes that are neither JSON nor UTF-8. */
const garbage = Buffer.from('7b00ff22fec380e28021f09f', 'hex')
