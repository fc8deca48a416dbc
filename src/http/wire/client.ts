import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { HttpRequest } from '../../core/http-request.ts'
import type { Failure, Outcome, Response } from '../answers/answer.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { Line, RequestDraft } from '../draft.ts'
import { ExchangeFailed, failureOf, incompleteness } from '../failure.ts'
import { decoded } from './content-coding.ts'
import type { Route } from './route.ts'
import { wasStale } from './sockets.ts'

/** The members of a draft that say how its message is put on the wire. */
export type SendOptions = Pick<RequestDraft, 'headerNames' | 'splitHeaders' | 'dropsAnswer' | 'line'>

/**
 * Sends a message unchanged and reads the response to its last byte. Whatever the server does becomes an outcome. A GET
 * is retried once if a kept-alive connection turned out to be closed. Nothing else is ever retried.
 */
export async function transmit(
  dispatcher: Dispatcher,
  { method, headers, body }: HttpRequest,
  { origin, path, host, headers: added }: Route,
  milliseconds: number,
  { headerNames = (name) => name, splitHeaders, dropsAnswer, line }: SendOptions = {},
): Promise<Outcome> {
  // Framing belongs to the connection: a body that was made invalid after its length was signed is still sent
  // completely.
  const { 'content-length': _, 'transfer-encoding': coding, ...own } = headers
  const wanted = {
    origin,
    path,
    method,
    headers: withUserAgent({ host, ...added, ...named(splitHeaders ? split(own) : own, headerNames) }),
    body: body ?? null,
    ...(line ? { line } : {}),
  }
  const whole = (): DispatchedRequest =>
    body && coding === 'chunked' ? { ...wanted, body: inChunks(body) } : wanted
  try {
    return { response: await exchanged(dispatcher, whole, milliseconds, dropsAnswer === true) }
  } catch (error) {
    return { failure: wasStale(error) ? closedWhenIdle : failureOf(error) }
  }
}

const closedWhenIdle: Failure = {
  code: 'closed',
  message: 'a kept-alive connection was closed before a response began',
}

type DispatchedRequest = Dispatcher.DispatchOptions & { line?: Line }

/** Makes a stream of a body. A stream has no length that is known beforehand, so each part is sent as a chunk. */
const inChunks = (body: Uint8Array): Readable => {
  const middle = Math.ceil(body.length / 2)
  return Readable.from([body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0))
}

type Lines = Record<string, string | string[]>

const named = (headers: Lines, write: (name: string) => string): Lines =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [write(name), value]))

/** Firewalls refuse requests that do not tell which program sends them. */
const withUserAgent = (headers: Lines): Lines =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent')
    ? headers
    : { ...headers, 'user-agent': 'op-conformance' }

const structuredFields = ['signature', 'signature-input', 'content-digest']

/** Splits structured fields at the commas outside of strings. */
const split = (headers: HttpRequest['headers']): Lines =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      structuredFields.includes(name) ? value.split(/, *(?=(?:[^"]*"[^"]*")*[^"]*$)/) : value,
    ]),
  )

/** The milliseconds that this process may be late, and those that it then spends on reading what has arrived. */
const punctual = 100
const grace = 500

/**
 * Sends a request with undici's own handlers. A stream for every body and a signal for every request would double the
 * cost of a request.
 */
const exchanged = (
  dispatcher: Dispatcher,
  wanted: () => DispatchedRequest,
  milliseconds: number,
  dropsAnswer: boolean,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const deadline = createDeadline(milliseconds, reject)
    const fail = (error: Error): void => {
      deadline.clear()
      reject(error)
    }
    const send = (failed: (error: Error) => void): void => {
      const chunks: Buffer[] = []
      let head: Pick<Response, 'status' | 'headers'> = { status: 0, headers: {} }
      dispatcher.dispatch(wanted(), {
        onRequestStart: deadline.watch,
        onResponseStart: (controller, status, headers) => {
          if (dropsAnswer) controller.abort(dropped())
          head = { status, headers: joined(headers) }
        },
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => {
          deadline.clear()
          try {
            resolve(responseOf(head, chunks))
          } catch (error) {
            reject(error)
          }
        },
        onResponseError: (_, error) => {
          const incomplete = head.status > 0 && incompletenessOf(error, head, chunks)
          if (!incomplete) return failed(error)
          deadline.clear()
          resolve(incompleteResponse(head, chunks, incomplete))
        },
      })
    }
    send((error) => (wanted().method === 'GET' && wasStale(error) ? send(fail) : fail(error)))
  })

const dropped = (): Error =>
  new ExchangeFailed('dropped', 'the response was dropped on purpose when it began')

/** Aborts the request that it watches. It rejects by itself too, because undici may not have connected yet. */
const createDeadline = (milliseconds: number, reject: (error: Error) => void) => {
  let underWay: Dispatcher.DispatchController | undefined
  let late: Error | undefined
  const begun = performance.now()
  const expire = (): void => {
    late = new ExchangeFailed('timeout', `no complete response within ${milliseconds} ms`)
    underWay?.abort(late)
    reject(late)
  }
  let timer = setTimeout(() => {
    // A response may be waiting to be read if this process was busy.
    if (performance.now() - begun < milliseconds + punctual) expire()
    else timer = setTimeout(expire, grace)
  }, milliseconds)
  return {
    watch: (controller: Dispatcher.DispatchController): void => {
      underWay = controller
      if (late) controller.abort(late)
    },
    clear: (): void => clearTimeout(timer),
  }
}

const responseOf = (head: Pick<Response, 'status' | 'headers'>, chunks: readonly Buffer[]): Response => {
  const text = decoded(Buffer.concat(chunks), head.headers['content-encoding']).toString()
  return { ...head, text, json: answerJson(text) }
}

const incompletenessOf = (
  error: unknown,
  { headers }: Pick<Response, 'headers'>,
  chunks: readonly Buffer[],
): string | undefined => {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  return incompleteness(error, length, headers['content-length'])
}

/** A coded body that is incomplete is not decoded. */
const incompleteResponse = (
  head: Pick<Response, 'status' | 'headers'>,
  chunks: readonly Buffer[],
  incomplete: string,
): Response => ({ ...head, text: Buffer.concat(chunks).toString(), incomplete, json: undefined })

const joined = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
